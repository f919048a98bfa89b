import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource/define-resource.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { databaseKinds } from '../support/server-databases.ts';
import { startTestServer, type TestServer } from '../support/server-kit.ts';
import { createRecord, validValues } from '../support/server-records.ts';

const runs = 60;
// The runs of today are the runs of tomorrow: what fails can be run again.
const parameters = { numRuns: runs, seed: 20260228 };

const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '\u0000',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '\ud800',
    '../..',
    '[object Object]',
    '@@data:;base64,',
    'null',
  ),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, [], {}, 1e308, -0, Number.MAX_SAFE_INTEGER),
);
const asQuery = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`)
    .join('&');

describe.each(databaseKinds)('on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(kind);
  });
  afterAll(() => server.stop());

  describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
    const names = [...Object.keys(resource.fields), '_id', 'id', 'version', 'createdAt', 'toString', 'x'];
    const bodies = fc.oneof(
      fc.dictionary(fc.constantFrom(...names), strange),
      fc.dictionary(fc.constantFrom(...names), fc.jsonValue()),
      fc.jsonValue(),
    );

    it('answers whatever it is sent, and never with a failure of its own', async () => {
      const record = await createRecord(server.send, resource);
      const valid = await validValues(server.send, resource);
      await fc.assert(
        fc.asyncProperty(bodies, fc.boolean(), async (body, isNearlyValid) => {
          const sent = isNearlyValid && typeof body === 'object' ? { ...valid, ...body } : body;
          const text = JSON.stringify(sent);
          const created = await server.send('POST', `/v1/${name}/`, { body: text });
          // What is unique to one record is there already.
          expect([200, 400, 409]).toContain(created.status);
          const changed = await server.send('PATCH', `/v1/${name}/updateById/${record._id}`, { body: text });
          expect([200, 400, 409]).toContain(changed.status);
          for (const answer of [created, changed]) expect(answer.body.success).toBe(answer.status === 200);
        }),
        parameters,
      );
      const { status, body } = await server.send('GET', `/v1/${name}/getById/${record._id}`);
      expect([status, (body.data as AnyRecord)._id]).toEqual([200, record._id]);
    });

    it('answers whatever it is asked', async () => {
      const query = fc.dictionary(
        fc.constantFrom(...names, 'query', 'sort', 'pageIndex', 'pageSize', 'forSelect', 'status'),
        strange,
      );
      await fc.assert(
        fc.asyncProperty(query, strange, async (values, id) => {
          const list = await server.send('GET', `/v1/${name}/?${asQuery(values)}`);
          expect([200, 400]).toContain(list.status);
          const segment = encodeURIComponent(String(id).toWellFormed()) || '-';
          for (const [method, path] of [
            ['GET', 'getById'],
            ['DELETE', 'deleteById'],
          ] as const) {
            const { status } = await server.send(method, `/v1/${name}/${path}/${segment}`);
            expect([400, 404]).toContain(status);
          }
        }),
        parameters,
      );
    });
  });
});
