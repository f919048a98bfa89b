import { describe, expect, it } from 'vitest';
import { buildSchemas } from '../../src/server/records/operations.ts';
import { extensions } from '../../src/server/resources/index.ts';
import { recordResponseSchema } from '../../src/shared/api.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { defaultValueOf, type Field, isFileField } from '../../src/shared/resource-kit/fields.ts';
import { requiredMessageFor } from '../../src/shared/resource-kit/values.ts';
import { databaseKinds } from '../support/databases.ts';
import {
  collectionsOn,
  createRecord,
  fieldsOf,
  listRecords,
  missingId,
  validValues,
} from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

const filledByServer: Record<string, string[]> = {
  asset: ['name'],
  catalogue: ['name'],
  helpSupport: ['chatId', 'startChat'],
};

const isNeeded = (field: Field) => field.isRequired && !defaultValueOf(field);

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  describe.each(collectionsOn(kind).map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
    const path = `/v1/${name}`;
    const title = resource.titleField;
    const list = (query: string) => listRecords(server.send, name, query);
    const get = async (id: string) => (await server.send('GET', `${path}/getById/${id}`)).body.data as AnyRecord;

    it('creates a record with version 1', async () => {
      const values = await validValues(server.send, resource);
      const { status, body } = await server.send('POST', `${path}/`, { body: values });
      expect(status).toBe(200);
      expect(body.message).toBe(`${resource.label} created`);
      const served = buildSchemas(resource, extensions[name]).record;
      const record = recordResponseSchema(served).parse(body).data as AnyRecord;
      for (const [field, declared] of Object.entries(resource.fields)) {
        if (declared.kind === 'inherited') expect(record[field]).toEqual(expect.any(String));
        else if (!isFileField(declared)) expect(record[field]).toEqual(values[field]);
        else expect(record[field]).toMatch(/^[0-9a-f]{32}\.\w+$/);
      }
      expect(record.version).toBe(1);
      expect(new Date(String(record.createdAt)).toISOString()).toBe(record.createdAt);
      expect(await get(record._id)).toEqual(record);
      expect(Object.keys(body.data as AnyRecord).sort()).toEqual(Object.keys(record).sort());
    });

    it('fills in the defaults of a new record', async () => {
      const values = await validValues(server.send, resource);
      const required = Object.entries(resource.fields).filter(([, field]) => isNeeded(field));
      const { status, body } = await server.send('POST', path, {
        body: Object.fromEntries(required.map(([field]) => [field, values[field]])),
      });
      expect(status).toBe(200);
      for (const [field, declared] of Object.entries(resource.fields)) {
        if (
          isNeeded(declared) ||
          ['inherited', 'slug'].includes(declared.kind) ||
          filledByServer[name]?.includes(field)
        )
          continue;
        expect([field, (body.data as AnyRecord)[field]]).toEqual([field, defaultValueOf(declared)]);
      }
    });

    it('reports every missing required field', async () => {
      const before = (await list('')).total;
      const { status, body } = await server.send('POST', `${path}/`, { body: {} });
      expect(status).toBe(400);
      expect(body.success).toBe(false);
      const required = Object.entries(resource.fields).filter(([, field]) => isNeeded(field));
      expect(body.errors).toEqual(
        required.map(([field, declared]) => ({ field, message: requiredMessageFor(declared) })),
      );
      expect(body.message).toContain(body.errors?.[0]?.message);
      expect((await list('')).total).toBe(before);
    });

    it('rejects invalid values', async () => {
      const record = await createRecord(server.send, resource);
      for (const changes of [
        { nonsense: 1 },
        { constructor: 1 },
        { search: 'x' },
        { [title]: 5 },
        { [title]: ['x'] },
        { version: 'one' },
        ...fieldsOf(resource, 'status', 'choice', 'choices').map((field) => ({ [field]: 'SOMETHING' })),
        ...fieldsOf(resource, 'number', 'money', 'boolean', 'date').map((field) => ({ [field]: 'x' })),
        ...fieldsOf(resource, 'money').map((field) => ({ [field]: -1 })),
        ...fieldsOf(resource, 'money').map((field) => ({ [field]: 1.005 })),
        ...fieldsOf(resource, 'inherited').map((field) => ({ [field]: missingId })),
        ...fieldsOf(resource, 'reference').map((field) => ({ [field]: missingId })),
        ...fieldsOf(resource, 'image', 'pdf', 'video', 'captions').map((field) => ({
          [field]: 'not-there.png',
        })),
      ]) {
        const { status, body } = await server.send('PATCH', `${path}/updateById/${record._id}`, {
          body: changes,
        });
        expect([status, changes]).toEqual([400, changes]);
        expect(body.errors?.map((error) => error.field)).toEqual(Object.keys(changes));
      }
      expect(await get(record._id)).toEqual(record);
    });

    it('changes only the sent fields', async () => {
      const record = await createRecord(server.send, resource);
      const changed = await server.send('PATCH', `${path}/updateById/${record._id}`, {
        body: { id: record._id, [title]: 'Changed' },
      });
      expect(changed.status).toBe(200);
      expect(changed.body.message).toBe(`${resource.label} saved`);
      const after = changed.body.data as AnyRecord;
      expect(after).toEqual({ ...record, [title]: 'Changed', version: 2, updatedAt: after.updatedAt });
      const again = await server.send('PATCH', `${path}/updateById/${record._id}/`, { body: after });
      expect(again.status).toBe(200);
      expect((again.body.data as AnyRecord).version).toBe(3);
    });

    it('returns the current record for an outdated change', async () => {
      const record = await createRecord(server.send, resource);
      const url = `${path}/updateById/${record._id}`;
      expect((await server.send('PATCH', url, { body: { [title]: 'First', version: 1 } })).status).toBe(200);
      const late = await server.send('PATCH', url, { body: { [title]: 'Second', version: 1 } });
      expect(late.status).toBe(409);
      expect(late.body).toMatchObject({ success: false, data: { [title]: 'First', version: 2 } });
      expect((await server.send('PATCH', url, { body: { [title]: 'Third' } })).status).toBe(200);
    });

    it('accepts one of many simultaneous changes', async () => {
      const record = await createRecord(server.send, resource);
      const responses = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          server.send('PATCH', `${path}/updateById/${record._id}`, {
            body: { [title]: `Edit ${index}`, version: 1 },
          }),
        ),
      );
      expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array(5).fill(409)]);
      expect((await get(record._id)).version).toBe(2);
    });

    it('deletes a record', async () => {
      const record = await createRecord(server.send, resource);
      const { status, body } = await server.send('DELETE', `${path}/deleteById/${record._id}`);
      expect([status, body.message]).toEqual([200, `${resource.label} deleted`]);
      for (const [method, url, sent] of [
        ['GET', `${path}/getById/${record._id}`, undefined],
        ['PATCH', `${path}/updateById/${record._id}`, { [title]: 'Late' }],
        ['DELETE', `${path}/deleteById/${record._id}`, undefined],
      ] as const) {
        const response = await server.send(method, url, { body: sent });
        expect([method, response.status, response.body.success]).toEqual([method, 404, false]);
      }
    });

    it('rejects every request without a session', async () => {
      const record = await createRecord(server.send, resource);
      for (const [method, url] of [
        ['GET', `${path}/`],
        ['GET', `${path}/getById/${record._id}`],
        ['POST', `${path}/`],
        ['PATCH', `${path}/updateById/${record._id}`],
        ['DELETE', `${path}/deleteById/${record._id}`],
      ] as const) {
        for (const token of [null, 'a.b.c']) {
          const { status, body } = await server.send(method, url, { token });
          expect([method, status, body]).toEqual([method, 401, { success: false, message: 'Log in to continue' }]);
        }
      }
      expect(await get(record._id)).toEqual(record);
    });
  });
});
