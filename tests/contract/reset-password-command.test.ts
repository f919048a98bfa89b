import { once } from 'node:events';
import { expect, it } from 'vitest';
import { admin } from '../support/database-templates.ts';
import { withDatabase } from '../support/databases.ts';
import { addSecondFactors } from '../support/second-factors.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const own = 'a lamp beside the river';

const login = ({ send }: TestServer) =>
  send('POST', '/v1/user/login', { token: null, body: { email: admin.email, password: own } });

const runReset = async ({ dataDir }: TestServer, user: string, ...more: string[]) => {
  const args = ['--user', user, '--data', dataDir, ...more];
  const { child, output } = spawnServer(args, {}, 'commands/reset-password');
  const [exitCode] = await once(child, 'close');
  return { exitCode, ...output };
};

it('creates a code on the server’s machine for the last admin', async () => {
  const server = await startTestServer('sqlite');
  const run = (user: string) => runReset(server, user);
  const whileRunning = await run(admin.email);
  expect([whileRunning.exitCode, whileRunning.stderr]).toEqual([1, expect.stringContaining('already using')]);
  let code = '';
  await server.restart({}, async () => {
    expect(await run('nobody@example.com')).toMatchObject({ exitCode: 1, stdout: '' });
    code = (await run(admin.email)).stdout.trim();
  });
  const body = { code, password: own };
  expect((await server.send('POST', '/v1/user/password-reset', { token: null, body })).status).toBe(200);
  expect((await login(server)).status).toBe(200);
  await server.stop();
});

it('removes the second factors of the last admin on the server’s machine', async () => {
  const server = await startTestServer('sqlite');
  const count = () =>
    withDatabase(server, async (database) => {
      const tables = ['twoFactor', 'recoveryCode', 'passkey'] as const;
      const rows = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()));
      return rows.map(({ length }) => length);
    });
  await withDatabase(server, async (database) => {
    const { _id: userId } = await database.selectFrom('user').select('_id').executeTakeFirstOrThrow();
    await addSecondFactors(database, { userId, passkeyName: 'Laptop' });
  });
  let code = '';
  await server.restart({}, async () => {
    code = (await runReset(server, admin.email)).stdout.trim();
  });
  const body = { code, password: own };
  expect((await server.send('POST', '/v1/user/password-reset', { token: null, body })).status).toBe(200);
  expect((await login(server)).body.needsCode).toBe(true);
  await server.restart({}, async () => {
    expect(await count()).toEqual([1, 1, 1]);
    expect(await runReset(server, admin.email, '--two-factor')).toMatchObject({ exitCode: 0 });
    expect(await count()).toEqual([0, 0, 0]);
  });
  const { body: session } = await login(server);
  const { body: log } = await server.send('GET', '/v1/audit?event=twoFactorOff', {
    token: session.token ?? '',
  });
  expect(log.data).toMatchObject([{ userId: null, subjectName: 'Administrator' }]);
  await server.stop();
});
