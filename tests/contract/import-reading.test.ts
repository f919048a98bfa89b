import { expect, it } from 'vitest';
import { csv, importRecords, uploadSpreadsheet } from '../support/import-client.ts';
import { setUpTestServer } from '../support/test-server.ts';

const path = '/v1/product/upload-csv';

// Reading a file doesn't depend on the database.
const server = setUpTestServer('sqlite');
const upload = (content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) =>
  uploadSpreadsheet(server, path, { content, fields });
const pricesOf = async (query: string) => {
  const { body } = await server.send('GET', `/v1/product/?query=${encodeURIComponent(query)}&sort=name`);
  return (body.data as { price: number }[]).map(({ price }) => price);
};

it('reads amounts of any country', async () => {
  const amounts = ['1.299,00', '1 299,00', '₹ 1,49,000', 'Rs. 250/-', '5.-', '12,5', '1,250', '1.250'];
  const rows = amounts.map((amount, at) => [`Amount ${at}`, amount]);
  const { body } = await upload(csv(['Name', 'Price'], ...rows));
  // Other cells use both a decimal comma and a decimal point, so only the ambiguous ones are reported.
  expect(body.report?.errors).toMatchObject([
    { cell: 'B8', value: '1,250', message: expect.stringContaining('Choose the decimal separator') },
    { cell: 'B9', value: '1.250' },
  ]);
  const decided = await upload(csv(['Name', 'Price'], ...rows), { decimalSeparators: '{"Price":","}' });
  expect(decided.body.report).toMatchObject({ create: 8, failed: 0 });
  expect(await pricesOf('Amount')).toEqual([1299, 1299, 149_000, 250, 5, 12.5, 1.25, 1250]);
});

it('infers the separator of a column from its clear cells', async () => {
  const rows = [
    ['Infer a', '1,250'],
    ['Infer b', '0,5'],
  ];
  expect((await upload(csv(['Name', 'Price'], ...rows))).body.report?.failed).toBe(0);
  expect(await pricesOf('Infer')).toEqual([1.25, 0.5]);
});

it('rounds long decimals only in requested columns', async () => {
  const content = csv(['Name', 'Price'], ['Round a', '1.4875'], ['Round b', '0,495']);
  expect((await upload(content)).body.report?.errors).toMatchObject([
    { cell: 'B2', value: '1.4875', message: 'Price can have up to two decimal places' },
    { cell: 'B3', value: '0,495' },
  ]);
  expect((await upload(content, { roundColumns: '["Price"]' })).body.report?.create).toBe(2);
  expect(await pricesOf('Round')).toEqual([1.49, 0.5]);
});

it('rejects a value that an unquoted separator has split', async () => {
  const { status, body } = await upload('Name,Price,SKU\nSplit,1,299.00,S\n');
  expect([status, body.report?.errors]).toMatchObject([
    422,
    [{ row: 2, message: expect.stringContaining('The row has 4 cells, but the header has 3') }],
  ]);
  const corrections = JSON.stringify([{ row: 2, column: 'Price', text: '1299.00' }]);
  const corrected = await upload('Name,Price,SKU\nSplit,1,299.00,S\n', { corrections });
  expect(corrected.body.report).toMatchObject({ failed: 0, create: 1 });
});

it('reports formula errors as errors', async () => {
  const product = await upload(csv(['Name', 'Price'], ['#REF!', '1'], ['Pen', '#N/A']));
  expect(product.body.report?.errors).toMatchObject([
    { cell: 'A2', value: '#REF!', message: expect.stringContaining('#REF!') },
    { cell: 'B3', value: '#N/A' },
  ]);
  const plain = await importRecords(server, 'country', csv(['Name'], ['#NAME?']));
  expect(plain.body.report?.errors).toMatchObject([{ cell: 'A2', value: '#NAME?' }]);
});

it('finds the header below other rows or uses the requested one', async () => {
  const content = 'Price list,,,\n,,,\nName,,Price,Shelf\nHead,x,2,A1\n';
  const { body } = await upload(content);
  expect(body.report).toMatchObject({
    create: 1,
    headerRow: 3,
    columns: [
      { title: 'Name', letter: 'A', field: 'name', filled: 1 },
      { title: '', letter: 'B', field: null, filled: 1 },
      { title: 'Price', letter: 'C', field: 'price', filled: 1 },
      { title: 'Shelf', letter: 'D', field: null, filled: 1 },
    ],
  });
  expect(body.report?.notices).toEqual([
    { column: '', message: 'Rows above the header, skipped', count: 1 },
    { column: 'Column B', message: 'Column without a title, skipped', count: 1 },
    { column: 'Shelf', message: 'Unknown column, skipped', count: 1 },
  ]);
  expect((await upload(content, { headerRow: '1' })).status).toBe(400);
  const country = await importRecords(server, 'country', 'Our places\nCountry Name,Status\nLand,\n');
  expect(country.body.report).toMatchObject({ headerRow: 2, create: 1 });
});

it('reads text in the requested encoding', async () => {
  const content = new Uint8Array(Buffer.from('Name;Price\nCaf\x8e;1\n', 'latin1'));
  const { body } = await upload(content, { encoding: 'macintosh', delimiter: ';' });
  expect(body.report?.create).toBe(1);
  const { body: list } = await server.send('GET', `/v1/product/?query=${encodeURIComponent('Café')}`);
  expect(list.total).toBe(1);
});

it.each([
  ['headerRow', '0'],
  ['headerRow', 'first'],
  ['encoding', 'ebcdic'],
  ['delimiter', '#'],
  ['decimalSeparators', '{"Price":"x"}'],
  ['decimalSeparators', '{"Nothing":","}'],
  ['roundColumns', '{}'],
  ['roundColumns', '["Nothing"]'],
])('rejects the field %s with %j', async (field, value) => {
  const { status, body } = await upload(csv(['Name', 'Price'], ['x', '1']), { [field]: value });
  expect([status, body.errors]).toMatchObject([400, [{ field }]]);
});
