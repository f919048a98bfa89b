import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startServer } from '../../src/server/start.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { admin } from '../support/database-templates.ts';
import { createDatabase, withDatabase } from '../support/databases.ts';
import { csv, importProducts } from '../support/import-client.ts';
import { extractServer, findPreviousVersion } from '../support/previous-build.ts';
import { buildVariant } from '../support/product-factory.ts';
import { collections, createRecord } from '../support/record-factory.ts';
import { adminEnv, type RunningCommand, readServerUrl, spawnScript } from '../support/spawn-server.ts';
import { makeTempDir } from '../support/temp-dir.ts';
import { type ApiBody, makeDataDir, type Send, signIn, startTestServer, testConfig } from '../support/test-server.ts';

const previousVersion = findPreviousVersion();

let running: RunningCommand | undefined;
afterEach(() => void running?.child.kill('SIGKILL'));

const contentSchema = z.object({
  schema: z.object({ properties: z.record(z.string(), z.unknown()) }),
});
const descriptionSchema = z.object({
  paths: z.record(
    z.string(),
    z.object({
      post: z
        .object({ requestBody: z.object({ content: z.object({ 'application/json': contentSchema }) }) })
        .optional()
        .catch(undefined),
    }),
  ),
});

/** Sends requests to a server of another version. Fields that it doesn't describe are left out when a record is created. */
const createClient = async (url: string): Promise<{ send: Send; signIn: () => Promise<string> }> => {
  let token: string | null = null;
  const { paths } = descriptionSchema.parse(await (await fetch(`${url}/docs/json`)).json());
  const omitUnknown = (path: string, body: unknown) => {
    const known = paths[path]?.post?.requestBody.content['application/json'].schema.properties;
    return known && Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name in known));
  };
  const send: Send = async (method, path, options = {}) => {
    const used = options.token === undefined ? token : options.token;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(used ? { authorization: `Bearer ${used}` } : {}),
      },
      ...(options.body === undefined
        ? {}
        : { body: JSON.stringify((method === 'POST' && omitUnknown(path, options.body)) || options.body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as ApiBody };
  };
  return {
    send,
    signIn: async () => {
      token = await signIn(send, admin);
      return token;
    },
  };
};

const expectOk = async (answer: ReturnType<Send>) => {
  const { status, body } = await answer;
  expect([status, body.message]).toEqual([200, body.message]);
  return body;
};

/** Uses what every client of a server uses: each resource's list and writes, products, history, trash and search. */
const useEverything = async (send: Send) => {
  for (const resource of collections) {
    // A resource that is newer than the previous version.
    if ((await send('GET', `/v1/${resource.name}/?pageSize=1`)).status === 404) continue;
    const { _id } = await createRecord(send, resource);
    await expectOk(send('GET', `/v1/${resource.name}/?query=a`));
    const { data } = await expectOk(send('GET', `/v1/${resource.name}/getById/${_id}`));
    const { version } = data as AnyRecord;
    await expectOk(send('PATCH', `/v1/${resource.name}/updateById/${_id}`, { body: { version } }));
    const { historyId } = await expectOk(send('DELETE', `/v1/${resource.name}/deleteById/${_id}`));
    await expectOk(send('POST', `/v1/trash/${historyId}/restore`));
  }
  const body = { name: 'Pen', attributeArr: [buildVariant(), buildVariant()] };
  const { data } = await expectOk(send('POST', '/v1/product/', { body }));
  await expectOk(send('PATCH', `/v1/product/updateById/${(data as AnyRecord)._id}`, { body: { name: 'Pencil' } }));
  await expectOk(send('GET', '/v1/history?pageSize=5'));
};

it.skipIf(previousVersion === undefined)(
  'a server of the previous version keeps working while and after this one migrates its database',
  async () => {
    const folder = makeTempDir('previous');
    const { databaseUrl = '', drop } = await createDatabase('postgres');
    const script = extractServer({ revision: String(previousVersion), folder: join(folder, 'version') });
    const args = ['--port', '0', '--data', join(folder, 'data'), '--database-url', databaseUrl];
    running = spawnScript(script, args, { env: { ...adminEnv, BACKOFFICE_LOG_LEVEL: 'silent' } });
    const oldUrl = await readServerUrl(running);
    const before = await createClient(oldUrl);
    const token = await before.signIn();
    await useEverything(before.send);

    // Writes with the previous version at the very moment of the migration.
    let isMigrated = false;
    let writes = 0;
    const writing = (async () => {
      while (!isMigrated) {
        await createRecord(before.send, faq);
        writes += 1;
      }
    })();
    const dataDir = makeDataDir();
    const current = await startServer(testConfig({ dataDir, databaseUrl })).finally(() => {
      isMigrated = true;
    });
    await writing;
    expect(writes).toBeGreaterThan(0);

    const after = await createClient(current.url);
    await after.signIn();
    await Promise.all([useEverything(before.send), useEverything(after.send)]);
    const record = await createRecord(after.send, faq, { name: 'Which version?' });
    await expectOk(before.send('PATCH', `/v1/faq/updateById/${record._id}`, { body: { name: 'Both' } }));
    expect((await after.send('GET', `/v1/faq/getById/${record._id}`)).body.data).toMatchObject({
      name: 'Both',
    });
    // The previous version runs with today's packages, which may lack those of its import.
    const imported = await importProducts({ url: current.url, token }, csv(['Name'], ['Imported']));
    expect(imported.body.report).toMatchObject({ create: 1, isWritten: true });
    expect((await before.send('GET', '/v1/product/?query=imported')).body.total).toBe(1);
    // A login on one version is valid on the other.
    expect((await after.send('GET', '/v1/user/authorization', { token })).status).toBe(200);

    await current.stop();
    running.child.kill('SIGKILL');
    for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true });
    await drop();
  },
  180_000,
);

it.each([
  ['starts', 'which this version has', '0001-baseline'],
  ['refuses to start', 'that this version lacks', '9999-from-the-future'],
])('%s on a database of a newer version that requires a migration %s', async (outcome, _what, required) => {
  const server = await startTestServer('postgres');
  await server
    .restart({}, () =>
      withDatabase(server, async (database) => {
        await database
          .insertInto('migration' as 'setting')
          .values({ name: '9999-from-the-future', timestamp: new Date().toISOString() } as never)
          .execute();
        await database.updateTable('setting').set({ value: required }).where('_id', '=', 'requiredMigration').execute();
      }),
    )
    .catch((error: unknown) => {
      if (outcome === 'starts') throw error;
      expect(String(error)).toContain('newer version of the app (9999-from-the-future)');
    });
  if (outcome === 'starts') expect((await server.send('GET', '/v1/faq/')).status).toBe(200);
  await server.stop();
});
