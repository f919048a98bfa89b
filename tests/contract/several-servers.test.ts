import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { admin } from '../support/database-templates.ts';
import { createDatabase } from '../support/databases.ts';
import { adminEnv, type RunningCommand, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeDataDir, sendTo, signIn } from '../support/test-server.ts';

const serverCount = Number(process.env.SERVERS ?? 4);

let servers: RunningCommand[] = [];
afterEach(() => {
  for (const { child } of servers) child.kill('SIGKILL');
});

it('starts several servers at once on an empty database', async () => {
  const { databaseUrl = '', drop } = await createDatabase('postgres');
  const dataDirs = Array.from({ length: serverCount }, makeDataDir);
  servers = dataDirs.map((dataDir) =>
    spawnServer(['--port', '0', '--data', dataDir], {
      ...adminEnv,
      BACKOFFICE_DATABASE_URL: databaseUrl,
      BACKOFFICE_SAMPLE: '1',
      BACKOFFICE_LOG_LEVEL: 'silent',
    }),
  );
  const exits = servers.map(({ child }) => once(child, 'exit'));
  const urls = await Promise.all(servers.map(readServerUrl));
  for (const url of urls) {
    const send = sendTo(
      () => url,
      () => null,
    );
    const token = await signIn(send, admin);
    const count = async (path: string) => (await send('GET', path, { token })).body.total;
    expect([await count('/v1/user/?role=ADMIN'), await count('/v1/product/')]).toEqual([1, 10]);
  }
  for (const { child } of servers) child.kill('SIGTERM');
  expect(await Promise.all(exits)).toEqual(exits.map(() => [0, null]));
  for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true });
  await drop();
});
