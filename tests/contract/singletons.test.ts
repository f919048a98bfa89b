import { describe, expect, it } from 'vitest';
import { listResponseSchema, recordResponseSchema } from '../../src/shared/api.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { inSentence } from '../../src/shared/resource-kit/labels.ts';
import { recordSchema } from '../../src/shared/resource-kit/schemas.ts';
import { databaseKinds } from '../support/databases.ts';
import { singletons, validValues } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

it('are those of the specification and the rules of completeness', () => {
  expect(singletons.map(({ name }) => name).sort()).toEqual([
    ...['about', 'completenessRules', 'contact', 'privacy', 'terms'],
  ]);
});

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  describe.each(singletons.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
    const path = `/v1/${name}`;
    const title = resource.titleField;
    const post = async (body: object) => server.send('POST', `${path}/`, { body });
    const readOnly = async () => (await server.send('GET', `${path}/getById`)).body.data as AnyRecord;
    const total = async () => (await server.send('GET', `${path}/?pageIndex=0&pageSize=10`)).body.total;

    it('returns 404 until it is created', async () => {
      const { status, body } = await server.send('GET', `${path}/getById`);
      expect([status, body.message]).toEqual([404, `No ${inSentence(resource.label)} yet`]);
      expect(await total()).toBe(0);
    });

    it('reports missing fields', async () => {
      const { status, body } = await post({});
      const required = Object.entries(resource.fields).filter(([, field]) => field.isRequired);
      expect([status, body.errors]).toEqual([
        400,
        required.map(([field, { label }]) => ({ field, message: `${label} is required` })),
      ]);
    });

    it('is created once by simultaneous requests', async () => {
      const responses = await Promise.all(
        Array.from({ length: 6 }, async (_, index) =>
          post({ ...(await validValues(server.send, resource)), [title]: `Writer ${index}` }),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
      expect(await total()).toBe(1);
      const versions = responses.map(({ body }) => (body.data as AnyRecord).version);
      expect(versions.sort()).toEqual([1, 2, 3, 4, 5, 6]);
    });

    it('is read with or without its id', async () => {
      const record = await readOnly();
      for (const url of ['getById', 'getById/', `getById/${record._id}`]) {
        const { body } = await server.send('GET', `${path}/${url}`);
        expect(recordResponseSchema(recordSchema(resource)).parse(body).data).toEqual(record);
      }
      const { body } = await server.send('GET', `${path}/`);
      expect(listResponseSchema(recordSchema(resource)).parse(body).data).toEqual([record]);
      const select = await server.send('GET', `${path}/?forSelect=true`);
      expect(select.body.data).toEqual([{ label: record[title], value: record._id }]);
    });

    it('is changed by a second POST', async () => {
      const before = await readOnly();
      for (const body of [{ id: before._id, [title]: 'With id' }, { [title]: 'Without id' }]) {
        const { status, body: response } = await post(body);
        expect([status, response.message]).toEqual([200, `${resource.label} saved`]);
        expect(await readOnly()).toMatchObject({ _id: before._id, [title]: body[title] });
      }
      const after = await readOnly();
      expect(after).toEqual({
        ...before,
        [title]: 'Without id',
        version: Number(before.version) + 2,
        updatedAt: after.updatedAt,
      });
      expect((await post({ [title]: '' })).status).toBe(400);
      expect((await post({ [title]: 'Late', version: 1 })).status).toBe(409);
      expect(await readOnly()).toEqual(after);
    });

    it('can be created again after a deletion', async () => {
      const { _id } = await readOnly();
      const patched = await server.send('PATCH', `${path}/updateById/${_id}`, {
        body: { id: _id, [title]: 'Patched' },
      });
      expect([patched.status, (await readOnly())[title]]).toEqual([200, 'Patched']);
      expect((await server.send('DELETE', `${path}/deleteById/${_id}`)).status).toBe(200);
      expect((await server.send('GET', `${path}/getById`)).status).toBe(404);
      expect((await post(await validValues(server.send, resource))).status).toBe(200);
      expect([await total(), (await readOnly())._id === _id]).toEqual([1, false]);
    });
  });
});
