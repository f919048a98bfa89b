import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { arbitraryRequest, edgeCases, isReadable, toRequest } from '../support/fuzz-requests.ts';
import { type Operation, operationsIn } from '../support/openapi.ts';
import { createExampleRecords, type ExampleRecords, requestExample } from '../support/openapi-examples.ts';
import { collections, collectionsOn } from '../support/record-factory.ts';
import { type Snapshots, watchStorage } from '../support/server-snapshot.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

// A fixed seed, so that runs are reproducible. FUZZ_SEED and FUZZ_RUNS select other runs.
const seed = Number(process.env.FUZZ_SEED ?? 20_260_228);
const runs = process.env.FUZZ_RUNS;

const recordedPaths = /^\/v1\/user\/(?:login|logout|password|confirm|two-factor|sessions|passkeys|\{id\}\/)/;

const operations = operationsIn(inject('prepared').description);

describe.each(databaseKinds)('on %s', (kind) => {
  const isTested = ({ path }: Operation) =>
    collections.every(
      (resource) => collectionsOn(kind).includes(resource) || !path.startsWith(`/v1/${resource.name}/`),
    );
  const named = operations
    .filter(isTested)
    .map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
  let server: TestServer;
  let snapshots: Snapshots;
  let records: ExampleRecords;
  beforeAll(async () => {
    server = await startTestServer(kind);
    records = await createExampleRecords(server.send, operations);
    // Otherwise the weekly check of all data would write its result meanwhile.
    const checked = { _id: 'dataCheckStartedAt', value: new Date().toISOString() };
    await withDatabase(server, (database) => database.insertInto('setting').values(checked).execute());
    snapshots = await watchStorage(server);
  });
  afterAll(async () => {
    await snapshots.close();
    await server.stop();
  });

  // `send` checks every response against the API description, which rules out a 500.
  it.each(named)('%s answers any input and writes nothing that it rejects', async (_name, operation) => {
    const example = requestExample(operation, records);
    // Checking the authorization extends the session.
    const isRead = operation.method === 'GET' && operation.path !== '/v1/user/authorization';
    // Failed attempts are counted, and the audit log is written in the background.
    const isRecorded = recordedPaths.test(operation.path);
    await server.send('GET', '/v1/audit');
    let before = await snapshots.take();
    // Unreadable requests are rejected before any query, so one database kind is enough.
    const certain = edgeCases(operation).filter((request) => kind === 'sqlite' || isReadable(request));
    const examples = certain.map((request): [typeof request] => [request]);
    await fc.assert(
      fc.asyncProperty(arbitraryRequest(operation), async (request) => {
        const { path, options } = toRequest(operation, request, example);
        const { status, body } = await server.send(operation.method, path, options);
        const after = await snapshots.take();
        if (status >= 400) expect(body.success).toBe(false);
        if ((status >= 400 && !isRecorded) || isRead) expect(after).toBe(before);
        before = after;
        // The request may have been a logout.
        if (status === 401) await server.signInAgain();
        if (status === 401 || (status < 400 && !isRead)) {
          // The audit log is written in the background, and has been before it is read.
          await server.send('GET', '/v1/audit');
          before = await snapshots.take();
        }
      }),
      // The edge cases include what the databases may do differently.
      { seed, numRuns: examples.length + Number(runs ?? (kind === 'sqlite' ? 10 : 2)), examples },
    );
  });
});
