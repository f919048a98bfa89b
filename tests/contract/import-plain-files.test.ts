import { describe, expect, it } from 'vitest';
import type { SpreadsheetPreview } from '../../src/shared/import.ts';
import { makeWorkbook } from '../../src/spreadsheet/test-workbooks.ts';
import { uploadSpreadsheet } from '../support/import-client.ts';
import { setUpTestServer } from '../support/test-server.ts';

/** Plain imports share the reader of product imports, so they accept the same files. */
const server = setUpTestServer('sqlite');

type File = {
  content: string | Uint8Array<ArrayBuffer>;
  name?: string;
  fields?: Record<string, string>;
};

const upload = async (resource: string, { fields, ...file }: File) => {
  const path = '/v1/sportsCenter/excelImportForSportcenter';
  const { body } = await uploadSpreadsheet(server, path, { ...file, fields: { resource, ...fields } });
  return body.report;
};
const preview = async (resource: string, { fields, ...file }: File) => {
  const { body } = await uploadSpreadsheet(server, '/v1/import/preview', {
    ...file,
    fields: { resource, ...fields },
  });
  return body.data as SpreadsheetPreview;
};
const names = async (resource: string) => {
  const { body } = await server.send('GET', `/v1/${resource}/?sort=name&pageSize=100`);
  return (body.data as { name: string }[]).map(({ name }) => name);
};

const titled = 'Sales regions 2026;;\nAs of 1 Dec;;\nCountry Name;Status;\nIndia;ACTIVE;x\nNepal;INACTIVE;\n';
const twoHeaders = 'Country;Where;Kind\nCountry Name;Notes;Status\nBhutan;small;ACTIVE\n';
const german = new Uint8Array(Buffer.from('Country Name;Status\r\n\xd6sterreich;ACTIVE\r\n', 'latin1'));
const book = () =>
  new Uint8Array(makeWorkbook({ sheets: { Notes: [], Places: [['Country Name'], ['Sri Lanka']] }, type: 'xlsx' }));

describe('a plain import', () => {
  it('skips cells outside the table with a notice', async () => {
    const report = await upload('country', { content: titled });
    expect(report).toMatchObject({ headerRow: 3, create: 2, failed: 0 });
    expect(report?.notices).toEqual([
      { column: '', message: 'Rows above the header, skipped', count: 2 },
      { column: 'Column C', message: 'Column without a title, skipped', count: 1 },
    ]);
  });

  it('uses the row with the most known headers or the requested one', async () => {
    expect(await upload('country', { content: twoHeaders })).toMatchObject({ headerRow: 2, create: 1 });
    const said = await upload('country', { content: twoHeaders, fields: { headerRow: '1' } });
    expect(said).toMatchObject({ headerRow: 1, create: 1, unchanged: 1 });
  });

  it('reads a German CSV file', async () => {
    expect(await upload('country', { content: german })).toMatchObject({ create: 1, failed: 0 });
    expect(await names('country')).toContain('Österreich');
  });

  it('reads the first sheet with data', async () => {
    const report = await upload('country', { content: book(), name: 'places.xlsx' });
    expect(report).toMatchObject({ sheet: 'Places', create: 1 });
  });
});

describe('the preview of a plain import', () => {
  it.each([
    ['rows above the header', { content: titled }, { headerRow: 3, delimiter: ';' }],
    ['two header rows', { content: twoHeaders }, { headerRow: 2 }],
    ['another encoding', { content: german }, { headerRow: 1, encoding: 'windows-1252' }],
    ['an empty first sheet', { content: book(), name: 'places.xlsx' }, { sheet: 'Places', headerRow: 1 }],
  ])('shows what the import reads of %s', async (_what, file, expected) => {
    const report = await upload('country', file);
    const shown = await preview('country', file);
    expect(shown).toMatchObject(expected);
    expect([shown.headerRow, shown.sheet]).toEqual([report?.headerRow, report?.sheet]);
  });

  it('finds the header row by the fields of the resource', async () => {
    const content = 'SKU,Price,Brand\nName,Email,Role\nMeera,meera@example.com,USER\n';
    expect((await preview('user', { content })).headerRow).toBe(2);
    expect((await preview('product', { content })).headerRow).toBe(1);
  });

  it('rejects a resource that can’t be imported', async () => {
    const { status, body } = await uploadSpreadsheet(server, '/v1/import/preview', {
      content: german,
      fields: { resource: 'nothing' },
    });
    expect([status, body.errors]).toMatchObject([400, [{ field: 'resource' }]]);
  });
});
