import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from '../../src/server/start.ts';
import { admin } from '../support/database-templates.ts';
import { createDatabase } from '../support/databases.ts';
import { makeDataDir, sendTo, signIn, testConfig } from '../support/test-server.ts';

it('after an interrupted restore, the server uses the previous data and deletes what was unpacked', async () => {
  const dataDir = makeDataDir();
  await createDatabase('sqlite', { preparedFor: dataDir });
  const [incoming, outgoing] = [`${dataDir}.restored`, `${dataDir}.replaced`];
  cpSync(dataDir, incoming, { recursive: true });
  mkdirSync(outgoing);
  renameSync(join(dataDir, 'backoffice.db'), join(outgoing, 'backoffice.db'));
  const server = await startServer(testConfig({ dataDir }));
  const send = sendTo(
    () => server.url,
    () => null,
  );
  expect(await signIn(send, admin)).toBeTruthy();
  expect([existsSync(incoming), existsSync(outgoing)]).toEqual([false, false]);
  await server.stop();
  rmSync(dataDir, { recursive: true });
});
