import { describe, expect, it } from 'vitest';
import { listResponseSchema, recordResponseSchema } from '../../src/shared/api.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { inSentence } from '../../src/shared/resource-kit/labels.ts';
import { recordSchema } from '../../src/shared/resource-kit/schemas.ts';
import { anyDatabase } from '../support/databases.ts';
import { singletons, validValues } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

it('are those of the specification and the rules of completeness', () => {
  expect(singletons.map(({ name }) => name).sort()).toEqual([
    ...['about', 'completenessRules', 'contact', 'privacy', 'terms'],
  ]);
});

describe.each(anyDatabase)('on %s', (kind) => {
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

    it('is created by the first of simultaneous requests, of which the others learn', async () => {
      const responses = await Promise.all(
        Array.from({ length: 6 }, async (_, index) =>
          post({ ...(await validValues(server.send, resource)), [title]: `Writer ${index}` }),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)]);
      const record = await readOnly();
      expect(responses.map(({ body }) => body.data)).toEqual(Array(6).fill(record));
      expect([await total(), record.version]).toEqual([1, 1]);
    });

    it.each([{}, { id: null }, { id: '' }, { id: 'deleted' }])(
      'is not replaced by a POST that doesn’t know it: %j',
      async (known) => {
        const before = await readOnly();
        const { status, body } = await post({ ...before, version: undefined, id: undefined, ...known });
        expect([status, body.message, body.data]).toEqual([
          409,
          `${resource.label} already exists. Edit it instead.`,
          before,
        ]);
        expect(await readOnly()).toEqual(before);
      },
    );

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

    it('is changed by a POST with its id or version', async () => {
      const before = await readOnly();
      for (const body of [
        { id: before._id, [title]: 'With id' },
        { version: Number(before.version) + 1, [title]: 'With version' },
      ]) {
        const { status, body: response } = await post(body);
        expect([status, response.message]).toEqual([200, `${resource.label} saved`]);
        expect(await readOnly()).toMatchObject({ _id: before._id, [title]: body[title] });
      }
      const after = await readOnly();
      expect(after).toEqual({
        ...before,
        [title]: 'With version',
        version: Number(before.version) + 2,
        updatedAt: after.updatedAt,
      });
      expect((await post({ id: before._id, [title]: '' })).status).toBe(400);
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
