import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { Correction, SpreadsheetPreview } from '../../src/shared/import.ts';
import { texts } from '../../src/shared/texts.ts';
import { makeWorkbook, makeZipBomb } from '../../src/spreadsheet/test-workbooks.ts';
import { csv, uploadSpreadsheet } from '../support/import-client.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

const path = '/v1/product/upload-csv';

// Reading a file doesn't depend on the database.
const server = setUpTestServer('sqlite');
const importWith = (content: string, corrections: unknown, fields: Record<string, string> = {}) =>
  uploadSpreadsheet(server, path, {
    content,
    fields: { ...fields, corrections: JSON.stringify(corrections) },
  });
const pricesOf = async (query: string) => {
  const { body } = await server.send('GET', `/v1/product/?query=${encodeURIComponent(query)}&sort=name`);
  return (body.data as { name: string; price: number }[]).map(({ name, price }) => [name, price]);
};

it('reads corrected cells instead of those in the file', async () => {
  const titles = ['Name', 'SKU', 'Price', 'Colour of the box'];
  const content = csv(titles, ['Mend a', 'MA', 'ten', 'red'], ['Mend b', 'MB', '2', 'red'], ['', '', '3', 'red']);
  const { status, body } = await uploadSpreadsheet(server, path, { content });
  expect([status, body.report?.isWritten]).toEqual([422, false]);
  expect(body.report?.errors.map(({ row, column }) => [row, column])).toEqual([
    [2, 'Price'],
    [4, 'Name'],
  ]);
  expect(body.report?.failedRows).toEqual([
    { row: 2, cells: { Name: 'Mend a', SKU: 'MA', Price: 'ten' } },
    { row: 4, cells: { Name: '', SKU: '', Price: '3' } },
  ]);
  const halfMended: Correction[] = [{ row: 2, column: 'Price', text: '1.50' }];
  const half = await importWith(content, halfMended);
  expect(half.body.report).toMatchObject({ create: 2, failed: 1, failedRows: [{ row: 4 }] });
  const mended = await importWith(content, [...halfMended, { row: 4, column: 'Name', text: 'Mend c' }]);
  expect([mended.status, mended.body.report?.failedRows]).toEqual([200, []]);
  expect(await pricesOf('Mend')).toEqual([
    ['Mend a', 1.5],
    ['Mend b', 2],
    ['Mend c', 3],
  ]);
});

it('skips the rows that a correction skips or empties', async () => {
  const content = csv(['Name', 'Price', 'Box'], ['Left', '1', ''], ['', 'x', ''], ['', 'y', 'red']);
  const { status, body } = await importWith(content, [
    { row: 3, column: 'Price', text: '' },
    { row: 4, isSkipped: true },
  ]);
  expect([status, body.report?.create]).toEqual([200, 1]);
});

it('names the column of an empty cell by its header', async () => {
  const content = csv(['Title', 'Attribute: Size', 'sku of the VARIANT'], ['Gap', 'S', 'GAP-'], ['Gap', 'M', '']);
  const columns = JSON.stringify({ 'sku of the VARIANT': 'variantSku' });
  const { body } = await uploadSpreadsheet(server, path, { content, fields: { columns } });
  expect(body.report?.errors).toMatchObject([
    { row: 3, column: 'sku of the VARIANT', message: texts.product.attributeSkuRequired },
  ]);
  const correction = { row: 3, column: 'sku of the VARIANT', text: 'GAP--M' };
  expect((await importWith(content, [correction], { columns })).body.report).toMatchObject({ create: 1 });
});

it.each([
  ['no JSON', 'x'],
  ['no list', '{}'],
  ['no row', '[{"row":0,"column":"Name","text":""}]'],
  ['a foreign column', '[{"row":2,"column":"Nothing","text":""}]'],
  ['a text that no cell can hold', JSON.stringify([{ row: 2, column: 'Name', text: 'x'.repeat(40_000) }])],
])('rejects corrections with %s', async (_what, corrections) => {
  const content = csv(['Name'], ['Refused']);
  const { status, body } = await uploadSpreadsheet(server, path, { content, fields: { corrections } });
  expect([status, body.errors]).toMatchObject([400, [{ field: 'corrections' }]]);
});

it('maps a column of a Shopify export as requested', async () => {
  const titles = ['Handle', 'Title', 'Vendor', 'Option1 Name', 'Option1 Value', 'Variant SKU', 'Type'];
  const content = csv(
    titles,
    ['hat-', 'Hat', 'Felt', 'Size', 'S', 'HAT--S', 'Hats'],
    ['hat-', '', '', '', 'M', 'HAT--M', ''],
  );
  const columns = JSON.stringify({ Vendor: 'materialType', Type: '' });
  const { body } = await uploadSpreadsheet(server, path, { content, fields: { columns } });
  expect(body.report).toMatchObject({ create: 1, notices: [] });
  const { body: list } = await server.send('GET', `/v1/product/?query=${encodeURIComponent('Hat')}`);
  expect(list.data).toMatchObject([{ materialType: 'Felt', variantCount: 2 }]);
});

describe('the preview', () => {
  const preview = async (
    content: string | Uint8Array<ArrayBuffer>,
    { name = 'sheet.csv', sheet }: { name?: string; sheet?: string } = {},
  ) => {
    const fields: Record<string, string> = sheet === undefined ? {} : { sheet };
    const { status, body } = await uploadSpreadsheet(server, '/v1/import/preview', {
      content,
      name,
      fields,
    });
    return { status, message: body.message, data: body.data as SpreadsheetPreview };
  };

  it('previews the requested sheet', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => [`Pen ${index}`, index]);
    const book = new Uint8Array(
      makeWorkbook({
        sheets: { Notes: [['About'], ['x'.repeat(500)]], Products: [['Name', 'Price'], ...rows] },
        type: 'xlsx',
      }),
    );
    const first = await preview(book, { name: 'book.xlsx', sheet: 'Notes' });
    expect(first.data).toMatchObject({ sheet: 'Notes', sheets: ['Notes', 'Products'], rowCount: 1 });
    expect(first.data.topRows[1]?.cells[0]).toHaveLength(200);
    const { data } = await preview(book, { name: 'book.xlsx', sheet: 'Products' });
    expect([data.columns, data.rowCount]).toEqual([['Name', 'Price'], 30]);
    expect(data.topRows[2]).toEqual({ row: 3, cells: ['Pen 1', '1'] });
  });

  describe('the limits', () => {
    const createToken = async (name: string) => {
      const email = `${name}@previews.example.com`;
      const body = { name, email, role: 'SUBADMIN', password: 'correct horse battery' };
      await server.send('POST', '/v1/user/', { body });
      return signIn(server.send, { email, password: body.password });
    };

    /** Requests previews at the same time and returns the largest number of files that were read at once. */
    const countConcurrent = async (tokens: string[]): Promise<number> => {
      let running = 0;
      let most = 0;
      const count = (worker: Worker) => {
        running += 1;
        most = Math.max(most, running);
        worker.once('exit', () => {
          running -= 1;
        });
      };
      process.on('worker', count);
      const responses = await Promise.all(
        tokens.map((token) =>
          uploadSpreadsheet(server, '/v1/import/preview', { content: csv(['Name'], ['Pen']), token }),
        ),
      );
      process.off('worker', count);
      expect(responses.map(({ status }) => status)).toEqual(tokens.map(() => 200));
      return most;
    };

    it('lets two previews run at once', async () => {
      const tokens = await Promise.all(['Ada', 'Bea', 'Cleo', 'Dora'].map(createToken));
      expect(await countConcurrent([...tokens, ...tokens])).toBe(2);
    });

    it('lets one preview of a user run at once', async () => {
      expect(await countConcurrent(Array(4).fill(await createToken('Emma')))).toBe(1);
    });
  });

  it.each([
    ['of another type', 'gif.csv', () => 'GIF89a\x01\x00\x01\x00\x80', 415],
    ['that holds nothing', 'empty.csv', () => '', 400],
    ['of 40,000 columns', 'wide.csv', () => csv(Array.from({ length: 40_000 }, (_, at) => `c${at}`)), 413],
    ['that unpacks to gigabytes', 'bomb.xlsx', () => new Uint8Array(makeZipBomb({ claims: 'truth' })), 413],
  ])('rejects a file %s', async (_what, name, make, status) => {
    const response = await preview(make(), { name });
    expect([response.status, response.message]).toEqual([status, expect.stringContaining(name)]);
  });
});
