import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { exampleId } from '../../src/shared/resource-kit/examples.ts';
import { attribute } from '../../src/shared/resources/attribute.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { type Operation, operationsIn } from '../support/openapi.ts';
import { createExampleRecords, type ExampleRecords, fillPath, requestExample } from '../support/openapi-examples.ts';
import { buildImage, createProductClient } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

const maxBytes = 8 * 1024 * 1024;
const operations = operationsIn(inject('prepared').description);

/** Responses without a limit. They are streamed, like everything that isn't JSON: files, exports and live updates. */
const unlimited = ['/v1/user/personal-data'];

const isLimited = ({ method, path, responses }: Operation) =>
  method === 'GET' && !unlimited.includes(path) && 'application/json' in (responses[200]?.content ?? {});

const server = setUpTestServer('sqlite');

describe('with the heaviest data', () => {
  let records: ExampleRecords;
  let productId: string;
  let faqIds: string[];

  const makeProduct = async () => {
    const { create, patch } = createProductClient(server);
    const image = buildImage();
    const product = await create({
      attributeArr: Array.from({ length: 10_000 }, (_, index) => ({
        name: `Variant ${index}`,
        sku: `HEAVY-${index}`,
        price: 10,
        imagesArr: [{ image, order: 0 }],
        descriptionArr: Array.from({ length: 3 }, (_, at) => `Feature ${at} ${'ä'.repeat(80)}`),
      })),
    });
    for (const price of [11, 12, 13]) {
      const attributeArr = product.attributeArr.map((variant, index) =>
        index % 2 === price % 2 ? { ...variant, price } : variant,
      );
      await patch(product._id, { attributeArr });
    }
    for (let index = 0; index < 3; index += 1) await create({ specification: 'x'.repeat(4_900_000) });
    return product._id;
  };

  const makeTexts = async () => {
    const ids: string[] = [];
    for (let index = 0; index < 10; index += 1) {
      const description = `<p>${'ä'.repeat(480_000)}</p>`;
      const { _id } = await createRecord(server.send, faq, { description });
      const body = { description: `<p>New</p>${description}` };
      await server.send('PATCH', `/v1/faq/updateById/${_id}`, { body });
      ids.push(_id);
    }
    return ids;
  };

  const makeValues = async () => {
    const { _id } = await createRecord(server.send, attribute);
    for (let at = 0; at < 5; at += 1) {
      const attributeValueArr = Array.from({ length: 1000 }, (_, index) => ({
        name: `${at} ${index}`.padEnd(100, 'ä'),
      }));
      await server.send('PATCH', `/v1/attribute/updateById/${_id}`, { body: { attributeValueArr } });
    }
    return _id;
  };

  beforeAll(async () => {
    const examples = await createExampleRecords(server.send, operations);
    productId = await makeProduct();
    faqIds = await makeTexts();
    const attributeId = await makeValues();
    const { body } = await server.send('GET', `/v1/history?recordId=${productId}&pageSize=1`);
    const [entry] = body.data as { _id: string }[];
    const heavyIds = { product: productId, attribute: attributeId, history: String(entry?._id) };
    records = {
      replaceIds: (example) => {
        let text = JSON.stringify(example ?? null);
        for (const [name, id] of Object.entries(heavyIds)) text = text.replaceAll(exampleId(name), id);
        return examples.replaceIds(JSON.parse(text));
      },
    };
  });

  const buildPath = (operation: Operation): string => {
    const { path, query } = requestExample(operation, records);
    const { resource, recordId } = query;
    const params = new URLSearchParams({ ...(resource && { resource }), ...(recordId && { recordId }) });
    if ('pageSize' in query) params.set('pageSize', '500');
    return `${fillPath(operation, path)}?${params}`;
  };

  it('sends at most 8 MB', { timeout: 120_000 }, async () => {
    const ofProduct = ['/v1/history?pageSize=500', `/v1/history?recordId=${productId}`, '/docs/json'];
    const sizes: [string, number][] = [];
    for (const path of [...operations.filter(isLimited).map(buildPath), ...ofProduct]) {
      const headers = { authorization: `Bearer ${server.token}` };
      const response = await fetch(`${server.url}${path}`, { headers });
      expect([path, response.status < 500]).toEqual([path, true]);
      sizes.push([path, (await response.arrayBuffer()).byteLength]);
    }
    expect(sizes.length).toBeGreaterThan(100);
    expect(sizes.filter(([, bytes]) => bytes > maxBytes)).toEqual([]);
  });

  it('sends the first ones of many updated or changed records', async () => {
    const description = `<p>${'ö'.repeat(480_000)}</p>`;
    const records = faqIds.map((id) => ({ id, version: 2, description }));
    const update = () => server.send('POST', '/v1/faq/updateMany', { body: { records } });
    const updated = await update();
    expect(updated.body.changed).toBe(records.length);
    expect(updated.body.data).toHaveLength(4);
    for (const record of records) record.description = '<p>Stale</p>';
    const rejected = await update();
    expect(rejected.status).toBe(409);
    expect(rejected.body.conflicts).toHaveLength(4);
  });

  it('names the first thousand of many failed records', async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => `missing-${index}`);
    const action = { action: 'delete', ids };
    const failed = { failedCount: 1001, failed: { length: 1000 } };
    for (const path of ['/v1/faq/bulk', '/v1/trash/bulk']) {
      const { body } = await server.send('POST', path, { body: action });
      expect(body).toMatchObject(failed);
      expect((await server.send('POST', path, { body: { ...action, partial: true } })).body).toMatchObject(failed);
    }
  });

  it.each(['faq/', 'product/', 'history'])('sends each item of a large page of %s once', async (path) => {
    const ids: string[] = [];
    let cursor: unknown;
    let total: unknown;
    do {
      const query = `pageSize=500${cursor === undefined ? '' : `&cursor=${cursor}`}`;
      const { body } = await server.send('GET', `/v1/${path}?${query}`);
      ids.push(...(body.data as { _id: string }[]).map(({ _id }) => _id));
      cursor = body.nextCursor;
      total = body.total;
    } while (cursor !== undefined);
    expect(new Set(ids).size).toBe(Math.min(500, Number(total)));
    expect(ids).toHaveLength(Math.min(500, Number(total)));
  });
});

describe('the API description', () => {
  it('is prepared once for all requests', async () => {
    await server.restart();
    const stringify = vi.spyOn(JSON, 'stringify');
    const read = async () => (await fetch(`${server.url}/docs/json`)).text();
    const [first, second] = [await read(), await read()];
    const prepared = stringify.mock.calls.filter(([value]) => value?.openapi !== undefined);
    stringify.mockRestore();
    expect(JSON.parse(first)).toMatchObject({ openapi: '3.1.0' });
    expect(second).toBe(first);
    expect(prepared).toHaveLength(1);
  });
});
