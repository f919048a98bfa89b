import { beforeEach, describe, expect, it } from 'vitest';
import { anyDatabase } from '../support/databases.ts';
import { csv, uploadSpreadsheet } from '../support/import-client.ts';
import { productFiles } from '../support/product-files.ts';
import { setUpTestServer } from '../support/test-server.ts';

const titles = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Published', 'Option1 Name', 'Option1 Value', 'Variant SKU'],
  ...['Variant Price', 'Image Src', 'Image Position', 'Variant Image', 'Status'],
];

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  let round = 0;
  beforeEach(() => {
    round += 1;
  });
  const upload = (rows: unknown[][], fields: Record<string, string> = {}, query = '') =>
    uploadSpreadsheet(server, `/v1/product/upload-csv${query}`, { content: csv(titles, ...rows), fields });
  const { find } = productFiles(server);
  const skusOf = async (name: string) => (await find(name)).attributeArr.map(({ sku }) => sku);

  const tee = () => [
    [`tee-${round}`, `Tee ${round}`, '', 'Us', 'true', 'Size', 'S', '', '10', '', '', '', 'active'],
    [`tee-${round}`, '', '', '', '', '', 'M', `TEE-${round}-002`, '11', '', '', '', ''],
    [`tee-${round}`, '', '', '', '', '', 'L', '', '12', '', '', '', ''],
  ];

  it('creates missing SKUs by a pattern', async () => {
    const refused = await upload(tee());
    expect([refused.status, refused.body.report]).toMatchObject([422, { missingSkus: 2, createdSkus: 0 }]);
    const made = await upload(tee(), { createSkus: '{product}-{n:3}' });
    expect(made.body.report).toMatchObject({ create: 1, failed: 0, missingSkus: 0, createdSkus: 2 });
    expect(await skusOf(`Tee ${round}`)).toEqual([`TEE-${round}-001`, `TEE-${round}-002`, `TEE-${round}-003`]);
    const again = await upload(tee(), { createSkus: '{product}-{n:3}' });
    expect(again.body.report).toMatchObject({ unchanged: 1, createdSkus: 0 });
  });

  it('creates no SKU that is in use', async () => {
    const named = (handle: string) => [
      [handle, `Cap ${round}`, '', '', '', 'Size', 'S', '', '1', '', '', '', ''],
      [handle, '', '', '', '', '', 'M', '', '1', '', '', '', ''],
    ];
    const rows = [...named(`a-${round}`), [`b-${round}`, `Cap b ${round}`, '', '', '', 'Size', 'S', 'X']];
    rows[2] = [`b-${round}`, `Cap b ${round}`, '', '', '', 'Size', 'S', `CAP-${round}-01`, '1', '', '', '', ''];
    const { body } = await upload(rows, { createSkus: '{product}-{n:2}' });
    expect(body.report).toMatchObject({ create: 2, failed: 0, createdSkus: 2 });
    expect(await skusOf(`Cap b ${round}`)).toEqual([`CAP-${round}-01`]);
  });

  it('imports unpublished products as inactive', async () => {
    const rows = [
      ['false', 'active'],
      ['true', 'draft'],
      ['true', 'archived'],
      ['true', 'active'],
    ].map(([published, status], at) => {
      const name = `State ${round} ${at}`;
      return [name, name, '', '', published, 'Title', 'Default Title', '', '1', '', '', '', status];
    });
    expect((await upload(rows)).body.report).toMatchObject({ create: 4, failed: 0 });
    const { body } = await server.send('GET', `/v1/product/?query=State%20${round}&sort=name`);
    const statuses = (body.data as { status: string }[]).map(({ status }) => status);
    expect(statuses).toEqual(['INACTIVE', 'INACTIVE', 'INACTIVE', 'ACTIVE']);
  });

  it('reports why each web image can’t be downloaded', async () => {
    const image = 'http://127.0.0.1:1/secret.png';
    const other = 'http://169.254.169.254/latest/meta-data';
    const rows = [
      [`pic-${round}`, `Pic ${round}`, '', '', '', 'Size', 'S', `P-${round}`, '1', image, '1', other, ''],
      [`pic-${round}`, '', '', '', '', '', '', '', '', 'ftp://x.example/1.png', '2', '', ''],
    ];
    const asked = await upload(rows, { downloadImages: 'true' }, '?dryRun=true');
    expect(asked.body.report).toMatchObject({ create: 1, failed: 0, webImages: 3, notices: [] });
    const check = await upload(rows, {}, '?dryRun=true');
    expect(check.body.report).toMatchObject({ create: 1, failed: 0, webImages: 3 });
    expect(check.body.report?.notices).toMatchObject([
      { column: 'Image Src', count: 2, message: expect.stringContaining('web addresses') },
      { column: 'Variant Image', count: 1 },
    ]);
    const { body } = await upload(rows, { downloadImages: 'true' });
    expect(body.report?.isWritten).toBe(true);
    expect(body.report?.notices.map(({ column, message }) => [column, message])).toEqual([
      ['Image Src', `Couldn’t download ${image}: it isn’t on a public server`],
      ['Variant Image', `Couldn’t download ${other}: it isn’t on a public server`],
      ['Image Src', 'Couldn’t download ftp://x.example/1.png: it isn’t a web address'],
    ]);
    expect((await find(`Pic ${round}`)).attributeArr[0]?.imagesArr).toEqual([]);
  });

  it('reports rows of one name with different SKUs', async () => {
    const content = csv(['Name', 'SKU'], [`Twin ${round}`, 'A1'], ['Other', 'B1'], [`Twin ${round}`, 'A2']);
    const { body } = await uploadSpreadsheet(server, '/v1/product/upload-csv', { content });
    expect(body.report?.errors).toMatchObject([
      {
        cell: 'B4',
        value: 'A2',
        message: expect.stringMatching(/^Rows 2 and 4 are both named “Twin \d+” but have different SKUs \(A1 and A2\)/),
      },
    ]);
  });

  it.each([
    ['createSkus', 'no token'],
    ['createSkus', `{n}${'x'.repeat(100)}`],
    ['downloadImages', 'perhaps'],
  ])('rejects the field %s with %j', async (field, value) => {
    const { status, body } = await upload(tee(), { [field]: value });
    expect([status, body.errors]).toMatchObject([400, [{ field }]]);
  });
});
