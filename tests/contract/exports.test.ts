import { describe, expect, it } from 'vitest';
import type { AnyRecord, Resource } from '../../src/shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '../../src/shared/resource-kit/fields.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { user } from '../../src/shared/resources/user.ts';
import { readCells, readInProcess } from '../../src/spreadsheet/test-workbooks.ts';
import { anyDatabase } from '../support/databases.ts';
import { buildVariant, createProduct } from '../support/product-factory.ts';
import { createRecord, fieldsOf } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

const formats = ['csv', 'xlsx'] as const;
type Format = (typeof formats)[number];

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const open = (name: string, query: string) =>
    fetch(`${server.url}/v1/${name}/export?${query}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
  const download = async (name: string, query: string) => {
    const response = await open(name, query);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.status === 200 ? '' : bytes.toString()]).toEqual([200, '']);
    return { bytes, headers: response.headers };
  };
  const exported = async (name: string, { format = 'csv', query = '' }: { format?: Format; query?: string } = {}) => {
    const { bytes } = await download(name, `format=${format}&${query}`);
    const file = { bytes, fileName: `export.${format}` };
    const { columns } = await readInProcess(file);
    const rows = await readCells(file);
    return rows.map((cells) => Object.fromEntries(columns.map((title, at) => [title, cells[at] ?? ''])));
  };
  const listed = async (name: string, query = '') =>
    (await server.send('GET', `/v1/${name}/?pageSize=500&${query}`)).body.data as AnyRecord[];

  const namesOf = (resource: Resource) =>
    Object.entries(resource.fields).map(([name, field]) => ({
      title: field.label,
      source: isReferenceField(field) ? displayNameOf(name) : name,
    }));

  describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
    it('is exported in both formats', async () => {
      const record = await createRecord(server.send, resource);
      for (const format of formats) {
        const rows = await exported(name, { format });
        expect(rows.length).toBe((await listed(name)).length);
        const [newest] = rows;
        const titles = namesOf(resource).map(({ title }) => title);
        expect(new Set(titles).size).toBe(titles.length);
        expect(Object.keys(newest ?? {}).slice(0, titles.length)).toEqual(titles);
        const plain = [...fieldsOf(resource, 'text', 'date'), ...fieldsOf(resource, 'reference', 'inherited')];
        const [found] = await listed(name);
        for (const { title, source } of namesOf(resource)) {
          const isPlain = plain.some((field) => field === source || displayNameOf(field) === source);
          if (isPlain) expect([title, newest?.[title]]).toEqual([title, String(found?.[source] ?? '')]);
        }
        expect(newest).toMatchObject({ Created: record.createdAt, Updated: record.updatedAt });
        expect(JSON.stringify(newest)).not.toContain(record._id);
      }
    });
  });

  it('describes the file in its headers', async () => {
    const day = /-\d{4}-\d\d-\d\d/;
    for (const [format, type] of [
      ['csv', 'text/csv; charset=utf-8'],
      ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ]) {
      const { headers } = await download('faq', `format=${format}`);
      expect(headers.get('content-type')).toBe(type);
      const disposition = headers.get('content-disposition') ?? '';
      expect(disposition.replace(day, '')).toBe(`attachment; filename="faq.${format}"`);
    }
    for (const query of ['', 'format=pdf', 'format=csv&sort=nothing']) {
      const { status } = await server.send('GET', `/v1/faq/export?${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
  });

  it('writes values as they are displayed', async () => {
    await createRecord(server.send, faq, {
      name: 'Read me',
      status: 'INACTIVE',
      description: '<h2>One &amp; two</h2><p>Three<br>four</p><ul><li>five &lt;six&gt;</li></ul>',
    });
    const expected = {
      Question: 'Read me',
      Answer: '<h2>One &amp; two</h2><p>Three<br />four</p><ul><li>five &lt;six&gt;</li></ul>',
      Status: 'Inactive',
    };
    for (const format of formats) {
      expect(await exported('faq', { format, query: 'query=read' })).toMatchObject([expected]);
    }
    await server.send('POST', '/v1/opportunity/', {
      body: { profile: 'Clerk', selectedJobTypes: ['Part Time', 'Contract'], industry: 'Stationery' },
    });
    expect(await exported('opportunity', { query: 'query=clerk' })).toMatchObject([
      { 'Job Types': 'Part Time; Contract', Industry: 'Stationery' },
    ]);
  });

  it('contains no password or hash', async () => {
    const password = 'a very secret word';
    await createRecord(server.send, user, { name: 'Secretive', role: 'SUBADMIN', password });
    for (const format of formats) {
      const text = JSON.stringify(await exported('user', { format }));
      expect(text).toContain('Secretive');
      expect(text).toContain('"Role":"Sub admin"');
      expect(text).not.toMatch(/argon2|password|secret word/);
    }
  });

  it('escapes formulas but no numbers', async () => {
    const dangers = ['=HYPERLINK("http://x")', '+1+1', '-1+1', '@SUM(A1)'];
    for (const name of dangers) await createRecord(server.send, faq, { name, description: '=danger' });
    const { bytes } = await download('faq', 'format=csv&query=danger&sort=createdAt');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString().split('\r\n').slice(1, -1);
    expect(lines.map((line) => line.slice(0, 6))).toEqual([`"'=HYP`, `'+1+1,`, `'-1+1,`, `'@SUM(`]);
    for (const line of lines) expect(line).toContain(`,'=danger,`);
    for (const format of formats) {
      const rows = await exported('faq', { format, query: 'query=danger&sort=createdAt' });
      expect(rows.map(({ Question }) => Question)).toEqual(dangers);
    }
    await createProduct(server.send, { name: 'Priced', price: 1234.5, attributeArr: [buildVariant()] });
    const priced = (await download('product', 'format=csv&query=priced')).bytes.toString();
    expect(priced).toContain(',1234.5,');
    expect(await exported('product', { query: 'query=priced' })).toMatchObject([{ Variants: '1' }]);
  });

  it('contains the filtered list in its order', async () => {
    for (const [name, status] of [
      ['Beta blue', 'ACTIVE'],
      ['Alpha blue', 'INACTIVE'],
      ['Gamma blue', 'INACTIVE'],
      ['Alpha red', 'INACTIVE'],
    ] as const) {
      await createRecord(server.send, faq, { name, status });
    }
    for (const query of [
      'query=blue',
      'query=blue&sort=name',
      'query=blue&sort=-name&status=inactive',
      'status=INACTIVE&sort=createdAt',
      'status=All&sort=-status',
      'query=nowhere',
    ]) {
      const shown = (await listed('faq', query)).map(({ name }) => name);
      for (const format of formats) {
        const rows = await exported('faq', { format, query });
        expect([query, rows.map(({ Question }) => Question)]).toEqual([query, shown]);
      }
    }
  });

  it('truncates a text that is too long for a cell of a workbook', async () => {
    await createRecord(server.send, faq, { name: 'Endless', description: `<p>${'x'.repeat(40_000)}</p>` });
    const [cut] = await exported('faq', { format: 'xlsx', query: 'query=endless' });
    expect(cut?.Answer?.length).toBeLessThan(32_767);
    expect(cut?.Answer).toMatch(/x… \[shortened: .* Export as CSV for the full text\]$/);
    const { bytes } = await download('faq', 'format=csv&query=endless');
    expect(bytes.toString()).toContain('x'.repeat(40_000));
  });
});
