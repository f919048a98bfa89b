import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { uploadSpreadsheet } from '../support/import-client.ts';
import { getProduct } from '../support/product-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

/** Text files with the defects of hand-edited files and of other programs' exports. */
const server = setUpTestServer('sqlite');

type Options = { name?: string; query?: string };

const upload = async (content: string | Buffer, { name = 'products.csv', query = '?partial=true' }: Options = {}) => {
  const bytes = new Uint8Array(Buffer.from(content));
  const { body, status } = await uploadSpreadsheet(server, `/v1/product/upload-csv${query}`, {
    content: bytes,
    name,
  });
  const { errors = [], notices = [], ...counts } = body.report ?? {};
  return {
    ...counts,
    status,
    message: body.message,
    errors: errors.map(({ row, cell, message }) => ({ row, cell, message })),
    notices: notices.map(({ column, message, cells = [] }) => [column, message, ...cells]),
  };
};
const read = async (sku: string) => {
  const { body } = await server.send('GET', `/v1/product/?query=${encodeURIComponent(sku)}`);
  const found = (body.data as AnyRecord[]).find((each) => each.sku === sku);
  return found && getProduct(server.send, found._id);
};
const nameOf = async (sku: string) => (await read(sku))?.name;
const total = async () => (await server.send('GET', '/v1/product/')).body.total;

describe('rows of a text file', () => {
  it('with fewer cells than the header are reported', async () => {
    const text = 'Name,SKU,Description,Price\nMarker,LB-1,Writes on glass\nand metal,4.50\nStapler,LB-2,Grey,9.00\n';
    const report = await upload(text);
    expect(report).toMatchObject({ create: 1, failed: 2 });
    expect(report.errors.map(({ row, message }) => [row, message.slice(0, 46)])).toEqual([
      [2, 'The row has 3 cells, but the header has 4: a v'],
      [3, 'The row has 2 cells, but the header has 4: a v'],
    ]);
  });

  it.each([
    ['that join rows into too few cells', '"A5 pad,SQ-1,1.00\nEraser,SQ-2,2.00\nMarker,SQ-3",3.00\n'],
    ['that join rows into as many cells', '"A5 pad,SQ-1,1.00\nEraser,SQ-2,2.00\nMarker 5"",SQ-3,3.00\nPad 6",SQ-4,1\n'],
    ['before a quoted cell of another row', '"A5 pad,SQ-1,1.00\nEraser,"SQ-2",2.00\n'],
    ['that is never closed', '"A5 pad,SQ-1,1.00\nEraser,,\n'],
  ])('with a stray quotation mark %s are reported', async (_what, rows) => {
    const { errors } = await upload(`Name,SKU,Price\n${rows}Stapler,SQ-9,4.00\n`);
    expect(errors).toContainEqual(expect.objectContaining({ row: 2 }));
    expect(await read('SQ-1')).toBeUndefined();
    expect((await read('SQ-9'))?.price).toBe(4);
  });

  it('keep a quoted text of several lines with separators', async () => {
    const text = 'Name,SKU,Description,Price\nNotebook,QL-1,"Ruled, with margin\nBlue, red, green",2\n';
    expect(await upload(text)).toMatchObject({ create: 1, failed: 0 });
    expect((await read('QL-1'))?.description).toBe('<p>Ruled, with margin</p><p>Blue, red, green</p>');
  });

  it.each([
    ['spaces around quotation marks', 'Name  ,SKU  ,Price\nMarker ,  "PQ, 1"  ,1.00 \n', 'PQ, 1'],
    ['byte order marks', '\ufeff\ufeff"Name","SKU","Price"\n\ufeff"Marker","BM-1","1"\n', 'BM-1'],
    ['a formula that keeps zeros', 'Name,SKU,Price\nMarker,="00123",1\n', '00123'],
    ['a quoted formula that keeps zeros', 'Name,SKU,Price\nMarker,"=""00124""",1\n', '00124'],
    ['a mark at the end of the file', 'Name,SKU,Price\r\nMarker,EM-1,1.00\r\n\x1a\n', 'EM-1'],
    ['a mark right after the last cell', 'Name,Price,SKU\r\nMarker,1.00,EM-2\x1a', 'EM-2'],
    ['a NUL byte', 'Name,SKU,Price\nMarker\0,NB-1,1.00\n', 'NB-1'],
    ['carriage returns only', 'Name,SKU,Price\rMarker,CR-1,1.00\r', 'CR-1'],
    ['mixed line ends', 'Name,SKU,Price\r\nPad,,2\nMarker,ML-1,1.00\r', 'ML-1'],
    ['a quoted separator line', '"sep=;"\nName;SKU;Price\nMarker;SL-1;1,00\n', 'SL-1'],
    ['a padded separator line', 'SEP=|||\nName|SKU|Price\nMarker|SL-2|1\n', 'SL-2'],
  ])('are read with %s', async (_what, text, sku) => {
    expect(await upload(text)).toMatchObject({ rows: text.match(/Marker|Pad/g)?.length, failed: 0 });
    expect(await nameOf(sku)).toBe('Marker');
  });

  it.each([
    ['escaped by a backslash', '"Ruler 12\\" steel",BQ-1', 'BQ-1', 'Ruler 12" steel'],
    ['escaped by a backslash at the end', '"Long \\"ruler\\", 12\\"",BQ-2', 'BQ-2', 'Long "ruler", 12"'],
    ['not escaped', '"Ruler, 12" steel",BQ-3', 'BQ-3', 'Ruler, 12" steel'],
    ['around a word', '"Best" pen,BQ-4', 'BQ-4', '"Best" pen'],
    ['after a path', '"Folder C:\\",BQ-5', 'BQ-5', 'Folder C:\\'],
  ])('keep a quotation mark %s', async (_what, cells, sku, name) => {
    expect(await upload(`Name,SKU,Price\n${cells},3.00\n`)).toMatchObject({ create: 1, failed: 0 });
    expect(await nameOf(sku)).toBe(name);
  });

  it('keep texts that are longer than a workbook’s cell', async () => {
    const description = 'word '.repeat(7000).trim();
    expect(await upload(`Name,SKU,Price,Description\nLong text,LT-1,1,${description}\n`)).toMatchObject({
      create: 1,
    });
    expect((await read('LT-1'))?.description).toBe(description);
  });

  it('stay UTF-8 when one byte is damaged', async () => {
    const rows = Buffer.from('Name,SKU,Price\nKäse,UT-1,1\nFüller,UT-2,2\nCaf?,UT-3,3\n');
    rows[rows.indexOf('?')] = 0xe9;
    const { errors } = await upload(rows);
    expect(errors.map(({ cell }) => cell)).toEqual(['A4']);
    expect([await nameOf('UT-1'), await nameOf('UT-2')]).toEqual(['Käse', 'Füller']);
  });
});

describe('texts of an imported cell', () => {
  it.each([
    ['written line breaks', '"First part.\\n\\nSecond part."', '<p>First part.</p><p>Second part.</p>'],
    [
      'blank lines between HTML',
      '"Made of <strong>steel</strong>.\n\nHolds 100 staples."',
      '<p>Made of <strong>steel</strong>.</p><p>Holds 100 staples.</p>',
    ],
    [
      'blank lines beside a list',
      '"One\n\nTwo\n\n<ul>\n\n<li>a</li></ul>"',
      '<p>One</p><p>Two</p><ul>\n\n<li>a</li></ul>',
    ],
    ['HTML codes in several lines', '"Black &amp; white\nTwo lines"', '<p>Black &amp; white</p><p>Two lines</p>'],
    ['HTML codes in one line', 'Black &amp; white', 'Black &amp; white'],
    ['words in angle brackets', 'Press <Start> and hold', '<p>Press &lt;Start&gt; and hold</p>'],
    ['a path', '"Copy C:\\new\\notes"', 'Copy C:\\new\\notes'],
  ])('become rich text from %s', async (what, cell, html) => {
    const sku = `RT-${what}`;
    expect(await upload(`Name,SKU,Description\nMarker ${what},${sku},${cell}\n`)).toMatchObject({
      create: 1,
    });
    expect((await read(sku))?.description).toBe(html);
  });

  it('are named where their characters were decoded', async () => {
    const { notices } = await upload(
      'Name,SKU,Specification,Description\nMarkers &amp; Pens,DC-1,Press <Start> &lt; 1 s,a\\nb\n',
    );
    expect(notices).toEqual([
      ['Name', 'HTML codes, such as &amp; for &, were read as characters', 'A2'],
      ['Specification', 'HTML codes, such as &amp; for &, were read as characters', 'C2'],
      ['Description', 'The characters \\n were read as line breaks', 'D2'],
    ]);
    expect(await read('DC-1')).toMatchObject({
      name: 'Markers & Pens',
      specification: 'Press <Start> < 1 s',
    });
  });

  it('are named with what their conversion to plain text removes', async () => {
    const text = 'Name,SKU,Specification,Description\nMarker,PT-1,<b>Hold</b> <Start>,<b>Hold</b> <Start>\n';
    expect((await upload(text)).notices).toEqual([
      ['Description', 'Removed from Description: the element “start”', 'D2'],
      ['Specification', 'HTML was converted to plain text, without the element “start”', 'C2'],
    ]);
  });

  it('are the same after an export', async () => {
    const values = {
      name: 'R &amp; D',
      description: '<p>Type \\n for a line</p>',
      specification: 'Use &lt; or \\n',
    };
    await server.send('POST', '/v1/product/', { body: { ...values, sku: '7001', status: 'ACTIVE' } });
    const response = await fetch(`${server.url}/v1/product/export?format=csv`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    const report = await upload(Buffer.from(await response.arrayBuffer()), { query: '' });
    expect(report).toMatchObject({ create: 0, update: 0, failed: 0, unchanged: await total() });
  });
});

describe('an import', () => {
  it('reads the words of other programs for a status with a notice', async () => {
    const text = 'Name,SKU,Status\nA,SV-1,true\nB,SV-2,Archived\nC,SV-3,1\nD,SV-4,0\nE,SV-5,true\nF,SV-6,Sold\n';
    const { errors, notices } = await upload(text);
    expect(notices).toEqual([
      ['Status', '“true” was read as Active', 'C2', 'C6'],
      ['Status', '“Archived” was read as Inactive', 'C3'],
      ['Status', '“1” was read as Active', 'C4'],
      ['Status', '“0” was read as Inactive', 'C5'],
    ]);
    expect(errors.map(({ cell }) => cell)).toEqual(['C7']);
    expect([(await read('SV-1'))?.status, (await read('SV-2'))?.status]).toEqual(['ACTIVE', 'INACTIVE']);
  });

  it('says how many rows its products come from', async () => {
    const text = 'Name,Variant SKU,Attribute: Size\nCap,CP-1,S\nCap,CP-2,M\nCap,CP-3,L\n';
    expect((await upload(text, { query: '?dryRun=true' })).message).toBe(
      'Check complete: 1 to create, 0 to update, 0 unchanged, 0 with errors (from 3 rows)',
    );
  });

  it('says how a text file with another extension can be read', async () => {
    const { status, message } = await upload('Name,SKU\nPen,1\n', { name: 'products.csv.bak' });
    expect([status, message]).toEqual([415, expect.stringContaining('rename it to end in .csv')]);
  });
});
