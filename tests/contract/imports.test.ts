import { describe, expect, it } from 'vitest';
import { country, region, state } from '../../src/shared/resources/geography.ts';
import { user } from '../../src/shared/resources/user.ts';
import { texts } from '../../src/shared/texts.ts';
import { makeWorkbook, makeZipBomb } from '../../src/spreadsheet/test-workbooks.ts';
import { databaseKinds } from '../support/databases.ts';
import { dumpDatabase } from '../support/dump-database.ts';
import { makeFile } from '../support/files.ts';
import { csv, importProducts, importRecords, uploadSpreadsheet } from '../support/import-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { rawRequest, sendRaw } from '../support/server-raw.ts';
import { setUpTestServer, signIn, startTestServer } from '../support/test-server.ts';

const productPath = '/v1/product/upload-csv';
const plainPath = '/v1/sportsCenter/excelImportForSportcenter';

const bytesOf = (buffer: Buffer) => new Uint8Array(buffer);

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  it('asks for a missing file in the words of the specification', async () => {
    for (const options of [{}, { content: 'name\nx', field: 'file' }, { content: 'name\nx', name: '' }]) {
      const { status, body } = await uploadSpreadsheet(server, productPath, options);
      expect([status, body.message]).toEqual([400, texts.product.importFileMissing]);
    }
    expect((await server.send('POST', productPath)).body.message).toBe(texts.product.importFileMissing);
    expect((await server.send('POST', productPath, { body: { excel: 'x' } })).status).toBe(415);
  });

  it('stores harmful cells as harmless text', async () => {
    const rows = [
      ['Name', 'Description', 'SKU'],
      ['=HYPERLINK("http://x")', '<img src=x onerror=alert(1)><b>ok</b>', "'=1+1"],
    ];
    const imported = await importProducts(server, csv(...rows));
    expect([imported.status, imported.body.report?.notices]).toEqual([
      200,
      [
        {
          column: 'Description',
          message: 'Removed from Description: an image from another address',
          count: 1,
          cells: ['B2'],
        },
      ],
    ]);
    const { body } = await server.send('GET', '/v1/product/?query=hyperlink');
    expect(body.data).toMatchObject([{ name: '=HYPERLINK("http://x")', description: '<b>ok</b>', sku: '=1+1' }]);
  });

  it('answers broken forms with 4xx', async () => {
    const headers = {
      host: 'localhost',
      authorization: `Bearer ${server.token}`,
      'content-type': 'multipart/form-data; boundary=b',
    };
    const part = '--b\r\ncontent-disposition: form-data; name="excel"; filename="x.csv"\r\n\r\nname\r\nHalf';
    const ask = (body: string) =>
      sendRaw(
        server.url,
        rawRequest(
          {
            method: 'POST',
            path: productPath,
            headers: { ...headers, 'content-length': String(body.length) },
          },
          body,
        ),
      );
    for (const body of ['', 'nonsense', '--b\r\n', part, `${part}\r\n--c--`, '--b\r\n\r\n\r\n--b--\r\n']) {
      expect([body, await ask(body)]).toEqual([body, expect.stringMatching(/^HTTP\/1.1 4\d\d /)]);
    }
    const noBoundary = await server.send('POST', productPath, {
      body: 'x',
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect([400, 415]).toContain(noBoundary.status);
    expect((await server.send('GET', '/v1/product/?query=half')).body.total).toBe(0);
  });

  it('imports any resource with parents by name', async () => {
    const sheets: [string, string][] = [
      ['country', csv(['Country Name', 'Status'], ['India', ''], ['Nepal', 'INACTIVE'])],
      ['region', csv(['name', 'country'], ['North', 'india'], ['North', 'Nepal'])],
      ['state', csv(['State', 'Region', 'Country'], ['Punjab', 'North', 'India'], ['Bagmati', 'North', 'Nepal'])],
      ['city', csv(['name', 'state'], ['Ludhiana', 'Punjab'])],
      ['location', csv(['name', 'city'], ['Market', 'Ludhiana'])],
      ['category', csv(['Name', 'Description'], ['Paper', 'All paper'])],
      ['subCategory', csv(['Name', 'Category'], ['Ruled', 'Paper'])],
      ['attribute', csv(['Attribute Name'], ['Ruling'])],
      ['attributeValue', csv(['Attribute', 'Name'], ['Ruling', 'Wide'], ['Ruling', 'Narrow'])],
      ['user', csv(['Name', 'E-mail', 'City'], ['Ada', 'Ada@Example.com', 'Ludhiana'])],
    ];
    for (const [resource, content] of sheets) {
      const rows = content.split('\r\n').length - 1;
      const made = await importRecords(server, resource, content);
      expect([resource, made.status, made.body.report]).toMatchObject([resource, 200, { create: rows, failed: 0 }]);
      const again = await importRecords(server, resource, content);
      expect([resource, again.body.report]).toMatchObject([resource, { create: 0, update: 0, unchanged: rows }]);
    }
    const states = (await server.send('GET', '/v1/state/?query=bagmati')).body.data;
    expect(states).toMatchObject([{ regionName: 'North', countryName: 'Nepal' }]);
    const places = (await server.send('GET', '/v1/location/')).body.data;
    expect(places).toMatchObject([{ cityName: 'Ludhiana', stateName: 'Punjab', countryName: 'India' }]);
    const people = (await server.send('GET', '/v1/user/?query=ada')).body.data;
    expect(people).toMatchObject([{ email: 'ada@example.com', role: 'USER', cityName: 'Ludhiana' }]);
    const changed = await importRecords(server, 'country', csv(['name', 'status'], ['NEPAL', 'ACTIVE']));
    expect(changed.body.report).toMatchObject({ update: 1 });
  });

  it('reports the cell of every error', async () => {
    const first = await createRecord(server.send, country, { name: 'Twin one' });
    const second = await createRecord(server.send, country, { name: 'Twin two' });
    for (const { _id } of [first, second]) {
      const { _id: regionId } = await createRecord(server.send, region, { name: 'Twin', countryId: _id });
      await createRecord(server.send, state, { name: 'Sibling', regionId });
    }
    const before = await dumpDatabase(server);
    const content = csv(
      ['Name', 'Region', 'Country', 'Status'],
      ['Fine', 'Twin', 'Twin two', ''],
      ['', 'Twin', 'Twin two', ''],
      ['Vague', 'Twin', '', ''],
      ['Lost', 'Nowhere', '', ''],
      ['Apart', 'Twin', 'India', ''],
      ['fine', 'Twin', 'Twin two', ''],
      ['Odd', 'Twin', 'Twin one', 'maybe'],
      ['Bare', '', '', ''],
    );
    const { status, body } = await importRecords(server, 'state', content);
    expect([status, body.report?.create, body.report?.failed]).toEqual([422, 1, 7]);
    expect(body.report?.errors.map(({ row, column }) => [row, column])).toEqual([
      [3, 'Name'],
      [4, 'Region'],
      [5, 'Region'],
      [6, 'Region'],
      [7, 'Name'],
      [8, 'Status'],
      [9, 'Region'],
    ]);
    expect(await dumpDatabase(server)).toEqual(before);
    const dry = await importRecords(server, 'state', content, '?dryRun=true');
    expect([dry.status, dry.body.report]).toEqual([200, body.report]);
    expect(await dumpDatabase(server)).toEqual(before);
    const part = await importRecords(server, 'state', content, '?partial=true');
    expect([part.status, part.body.report?.create]).toEqual([200, 1]);
  });

  it('lets only administrators import users', async () => {
    const taken = csv(
      ['name', 'email', 'phone'],
      ['One', 'one@example.com', '12345'],
      ['Two', 'two@example.com', '1 23 45'],
      ['Three', 'no address', ''],
    );
    const { status, body } = await importRecords(server, 'user', taken);
    expect([status, body.report?.errors.map(({ row, column }) => [row, column])]).toEqual([
      422,
      [
        [3, 'phone'],
        [4, 'email'],
      ],
    ]);
    const credentials = { email: 'sub@example.com', password: 'a long password' };
    await createRecord(server.send, user, { ...credentials, role: 'SUBADMIN' });
    const token = await signIn(server.send, credentials);
    const content = csv(['name', 'email'], ['Four', 'four@example.com']);
    const asSub = (resource: string, given = content) =>
      uploadSpreadsheet(server, plainPath, { content: given, fields: { resource }, token });
    expect((await asSub('user')).status).toBe(403);
    expect((await asSub('country', csv(['name'], ['Peru']))).status).toBe(200);
    expect((await asSub('nonsense')).status).toBe(400);
    expect((await uploadSpreadsheet(server, plainPath, { content, token: null })).status).toBe(401);
    expect((await uploadSpreadsheet(server, productPath, { content, token: null })).status).toBe(401);
  });

  it('reads every type of workbook alike', async () => {
    for (const type of ['xlsx', 'xls', 'ods'] as const) {
      const content = bytesOf(
        makeWorkbook({
          sheets: {
            One: [
              ['Name', 'Price'],
              [`From ${type}`, 12.5],
            ],
          },
          type,
        }),
      );
      const { status, body } = await uploadSpreadsheet(server, productPath, {
        content,
        name: `sheet.${type}`,
      });
      expect([type, status, body.report?.create]).toEqual([type, 200, 1]);
    }
    const { body } = await server.send('GET', '/v1/product/?query=from&sort=price');
    expect((body.data as { price: number }[]).map(({ price }) => price)).toEqual([12.5, 12.5, 12.5]);
  });
});

// These files are rejected before any query, so one database kind is enough.
it('rejects unusable files with a clear 4xx', async () => {
  const server = await startTestServer('sqlite');
  const before = await dumpDatabase(server);
  const wide = Array.from({ length: 40_000 }, (_, index) => `c${index}`).join(',');
  for (const [what, name, content, status] of [
    ['0 bytes', 'empty.csv', '', 400],
    ['blank', 'blank.csv', '\n\n\n', 400],
    ['no titles that are known', 'other.csv', 'a,b\n1,2', 400],
    ['a picture', 'x.xlsx', bytesOf(makeFile('png')), 415],
    ['a web page', 'x.xls', bytesOf(makeFile('html')), 415],
    ['a PDF', 'x.csv', bytesOf(makeFile('pdf')), 415],
    ['a damaged workbook', 'x.xlsx', 'PK\x03\x04 and no more', 400],
    ['a bomb', 'bomb.xlsx', bytesOf(makeZipBomb({ claims: 'truth' })), 413],
    ['a bomb that lies', 'bomb.xlsx', bytesOf(makeZipBomb({ claims: 'little' })), 400],
    ['40,000 columns', 'wide.csv', `${wide}\n${wide}`, 413],
    ['more rows than are read', 'long.csv', `name\n${'x\n'.repeat(100_001)}`, 413],
    ['a name that is too long', 'cell.csv', `name\n"${'x'.repeat(40_000)}"`, 422],
    ['an open quotation', 'quote.csv', 'name\n"open', 422],
  ] as const) {
    const response = await uploadSpreadsheet(server, productPath, { content, name });
    expect([what, response.status, response.body.success]).toEqual([what, status, false]);
    expect(response.body.message).toMatch(/\w{3}/);
  }
  expect(await dumpDatabase(server)).toEqual(before);
  await server.stop();
});
