import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startServer } from '../../src/server/start.ts';
import { admin } from '../support/database-templates.ts';
import { createDatabase } from '../support/databases.ts';
import { makeDataDir, sendTo, signIn, testConfig } from '../support/test-server.ts';

it('after an interrupted restore, the server uses the previous data and deletes what was unpacked', async () => {
  const dataDir = makeDataDir();
  await createDatabase('sqlite', { preparedFor: dataDir });
  const [staging, before] = [`${dataDir}.restoring`, `${dataDir}.before-restore`];
  renameSync(dataDir, before);
  cpSync(before, staging, { recursive: true });
  const server = await startServer(testConfig({ dataDir }));
  const send = sendTo(
    () => server.url,
    () => null,
  );
  expect(await signIn(send, admin)).toBeTruthy();
  expect([existsSync(staging), existsSync(before)]).toEqual([false, false]);
  await server.stop();
  rmSync(dataDir, { recursive: true });
});
