import { describe, expect, it } from 'vitest';
import { databaseKinds } from '../support/databases.ts';
import { csv, importProducts } from '../support/import-client.ts';
import { buildVariant, createProductClient, type Product } from '../support/product-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const find = async (query: string) => {
    const { body } = await server.send('GET', `/v1/product/?query=${encodeURIComponent(query)}`);
    return (body.data as Product[]).map(({ name }) => name);
  };
  const { create, patch: change } = createProductClient(server);

  it('finds a product by the current SKUs of its variants', async () => {
    const variants = [buildVariant({ sku: 'GEL-Blue-07' }), buildVariant({ sku: 'GEL-Red-07' })];
    const pen = await create({ name: 'Gel pen', sku: 'GP', attributeArr: variants });
    await create({ name: 'Ink pen', attributeArr: [buildVariant({ sku: 'INK-1' })] });
    for (const query of ['gel-blue-07', 'BLUE-07', 'gel-red', 'pen gel-b', 'gp ge']) {
      expect([query, await find(query)]).toEqual([query, ['Gel pen']]);
    }
    expect(await find('pen')).toEqual(['Ink pen', 'Gel pen']);

    await change(pen._id, { name: 'Gel roller', price: 3 });
    expect(await find('gel-blue-07')).toEqual(['Gel roller']);
    const [blue] = pen.attributeArr;
    await change(pen._id, { attributeArr: [{ ...blue, sku: 'GEL-Green-07' }] });
    expect([await find('gel-blue'), await find('gel-red'), await find('gel-green')]).toEqual([[], [], ['Gel roller']]);
    const { body } = await server.send('DELETE', `/v1/product/deleteById/${pen._id}`);
    expect(await find('gel-green')).toEqual([]);
    await server.send('POST', `/v1/trash/${body.historyId}/restore`);
    expect(await find('gel-green')).toEqual(['Gel roller']);
  });

  it('finds imported products', async () => {
    const titles = ['name', 'sku', 'variant sku', 'Attribute: Colour'];
    await importProducts(server, csv(titles, ['Chalk', 'CH', 'CH-WHITE', 'White'], ['Brush', 'BR', '', '']));
    expect(await find('ch-white')).toEqual(['Chalk']);
    await importProducts(server, csv(titles, ['Chalk', 'CH', 'CH-PINK', 'Pink'], ['Brush', 'BR', 'BR-9', 'Black']));
    expect(await find('ch-pink')).toEqual(['Chalk']);
    expect(await find('ch-white')).toEqual(['Chalk']);
    expect(await find('br-9')).toEqual(['Brush']);
  });
});
