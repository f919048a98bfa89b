import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { country } from '../../src/shared/resources/geography.ts';
import { writeWorkbook } from '../../src/spreadsheet/write.ts';
import { anyDatabase } from '../support/databases.ts';
import { csv, importProducts, importRecords, uploadSpreadsheet } from '../support/import-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const placesOf = ({ body }: Awaited<ReturnType<typeof importProducts>>) =>
    body.report?.errors.map(({ row, column, message }) => [row, column, message]);

  it('skips a duplicate column with a notice', async () => {
    const sheet = csv(['Name', 'Title', 'Price'], ['Taken', 'Passed over', '1']);
    const { status, body } = await importProducts(server, sheet);
    expect([status, body.report?.notices]).toEqual([
      200,
      [
        {
          column: 'Title',
          message: 'Duplicate column, skipped',
          count: 1,
        },
      ],
    ]);
    expect((await server.send('GET', '/v1/product/?query=taken')).body.total).toBe(1);
    expect((await server.send('GET', '/v1/product/?query=passed')).body.total).toBe(0);
  });

  it('drops characters that a database can’t store', async () => {
    const sheet = {
      name: 'Countries',
      columns: [{ key: 'name', header: 'Name' }],
      rows: [{ name: 'Ze\0ro' }],
    };
    const content = new Uint8Array(await buffer(writeWorkbook({ format: 'xlsx', sheets: [sheet] })));
    const path = '/v1/sportsCenter/excelImportForSportcenter';
    const fields = { resource: 'country' };
    const { status } = await uploadSpreadsheet(server, path, { content, name: 'countries.xlsx', fields });
    expect(status).toBe(200);
    expect((await server.send('GET', '/v1/country/?query=zero')).body.data).toMatchObject([{ name: 'Zero' }]);
  });

  it('matches names regardless of how they are typed', async () => {
    await createRecord(server.send, country, { name: 'Côte of  Ivory' });
    for (const name of ['CÔTE OF IVORY', 'côte   of ivory', 'Co\u0302te of Ivory']) {
      const { body } = await importRecords(server, 'country', csv(['Name', 'Status'], [name, 'ACTIVE']));
      expect([name, body.report?.create]).toEqual([name, 0]);
    }
  });

  it('reports the cell of an ambiguous name', async () => {
    for (let each = 0; each < 2; each += 1) await createRecord(server.send, country, { name: 'Double' });
    const twice = await importRecords(server, 'country', csv(['Name', 'Status'], ['double', 'INACTIVE']));
    expect([twice.status, placesOf(twice)]).toEqual([422, [[2, 'Name', '2 countries have this name']]]);
    await createRecord(server.send, country, { name: 'There' });
    await importRecords(server, 'region', csv(['Name', 'Country'], ['Region there', 'There']));
    const lost = await importRecords(
      server,
      'state',
      csv(['Name', 'Region', 'Country'], ['Lost', 'Region there', 'Nowhere']),
    );
    expect(lost.status).toBe(422);
    expect(placesOf(lost)).toContainEqual([2, 'Country', 'Country “Nowhere” doesn’t exist']);
  });

  it('rejects contradictory rows of one product', async () => {
    const sheet = csv(
      ['Name', 'Price', 'Variant SKU', 'Attribute: Size'],
      ['Split', '1', 'SPLIT-1', 'S'],
      ['Split', '2', 'SPLIT-2', 'M'],
      ['Split', '', 'SPLIT-3', 'L'],
    );
    const response = await importProducts(server, sheet);
    expect([response.status, placesOf(response)]).toEqual([
      422,
      [[3, 'Price', 'Row 2 has a different value for the same product']],
    ]);
  });

  it('rejects duplicate variants', async () => {
    const same = await importProducts(
      server,
      csv(
        ['Name', 'Variant Name', 'Variant SKU', 'Attribute: Size'],
        ['Same', 'One', 'SAME-1', 'S'],
        ['Same', 'Two', 'SAME-2', 's'],
      ),
    );
    expect([same.status, placesOf(same)]).toEqual([
      422,
      [[3, 'Attribute: Size', '“Two” and “One” have the same attribute values']],
    ]);
  });

  it('rejects two values of one attribute', async () => {
    const two = await importProducts(
      server,
      csv(['Name', 'Variant SKU', 'Attribute: Tone', 'Attribute:  tone'], ['Toned', 'TONE-1', 'Red', 'Blue']),
    );
    expect([two.status, placesOf(two)?.map(([row, , message]) => [row, message])]).toEqual([
      422,
      [[2, '“Red-Blue” has two values for the same attribute']],
    ]);
  });

  it('skips images at web addresses with a notice', async () => {
    const sheet = csv(
      ['Name', 'Thumbnail', 'Variant SKU', 'Variant Images', 'Attribute: Size'],
      ['Pictured', 'https://example.com/a.png', 'PIC-1', 'https://example.com/b.png', 'S'],
    );
    const { status, body } = await importProducts(server, sheet);
    expect([status, body.report?.notices.map(({ column }) => column).sort()]).toEqual([
      200,
      ['Thumbnail', 'Variant Images'],
    ]);
    expect((await server.send('GET', '/v1/product/?query=pictured')).body.data).toMatchObject([
      { imageUrl: null, variantCount: 1 },
    ]);
  });
});
