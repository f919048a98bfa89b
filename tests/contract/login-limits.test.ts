import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createLoginLimits, FailedAttemptError } from '../../src/server/auth/login-limits.ts';
import { startServer } from '../../src/server/start.ts';
import { admin } from '../support/database-templates.ts';
import { anyDatabase, isPaired, withDatabase } from '../support/databases.ts';
import { day } from '../support/fake-clock.ts';
import { makeDataDir, sendTo, setUpTestServer, startTestServer, testConfig } from '../support/test-server.ts';

const phone = '+91 98765 43210';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  let userId: string;

  beforeAll(async () => {
    await withDatabase(server, (database) =>
      database.updateTable('user').set({ phone, phoneKey: '+919876543210' }).execute(),
    );
    const { body } = await server.send('GET', '/v1/user/');
    userId = (body.data as { _id: string }[])[0]?._id ?? '';
  });

  const fail = async () => {
    throw new FailedAttemptError('unauthenticated', 'wrong');
  };
  const succeed = async () => 'signed in';
  /** Attempts from addresses that the tests can't send requests from. */
  const attempt = (
    address: string,
    work: () => Promise<string>,
    account: Partial<{ userId: string | null; identifier: string }> = {},
  ) =>
    withDatabase(server, (database) =>
      createLoginLimits(database)
        .limitLogin({ userId, identifier: admin.email, address, ...account }, work)
        .catch((error: Error) => error.message),
    );
  const failTimes = async (count: number, getAddress: (index: number) => string, account = {}) => {
    for (let index = 0; index < count; index += 1) await attempt(getAddress(index), fail, account);
  };
  const forget = () =>
    withDatabase(server, async (database) => {
      await database.deleteFrom('loginCount').execute();
      await database.deleteFrom('knownAddress').execute();
    });

  it('counts the email and the phone number of an account together', async () => {
    await forget();
    const login = (email: string, password: string) =>
      server.send('POST', '/v1/user/login', { token: null, body: { email, password } });
    for (const email of [admin.email, phone, admin.email, phone, admin.email]) await login(email, 'wrong');
    expect((await login(phone, admin.password)).status).toBe(429);
    expect((await login(admin.email, admin.password)).status).toBe(429);
  });

  it('slows down guesses from many addresses', async () => {
    await forget();
    await failTimes(11, (index) => `203.0.113.${index}`);
    expect(await attempt('198.51.100.1', succeed)).toMatch(/^Too many failed attempts\. Try again in \d+ seconds?\.$/);
  });

  it('lets the user in from a known address meanwhile', async () => {
    await forget();
    expect(await attempt('192.0.2.7', succeed)).toBe('signed in');
    await failTimes(30, (index) => `203.0.113.${index}`);
    expect(await attempt('198.51.100.1', succeed)).toContain('Too many');
    expect(await attempt('192.0.2.7', succeed)).toBe('signed in');
  });

  it('limits the failures of an address over all accounts', async () => {
    await forget();
    for (let index = 0; index < 50; index += 1) {
      await attempt('203.0.113.9', fail, { userId: null, identifier: `user${index}@example.com` });
    }
    expect(await attempt('203.0.113.9', succeed)).toContain('Try again in 15 minutes');
    expect(await attempt('203.0.113.10', succeed)).toBe('signed in');
  });

  it('treats the addresses of an IPv6 network as one', async () => {
    await forget();
    await failTimes(5, (index) => `2001:db8:0:1::${index}`);
    expect(await attempt('2001:db8:0:1:ffff::1', succeed)).toContain('Too many');
    expect(await attempt('2001:db8:0:2::1', succeed)).toBe('signed in');
  });

  it('locks an account for 15 minutes at most after the clock was a day ahead', async () => {
    await forget();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day });
    await failTimes(6, () => '203.0.113.9');
    vi.useRealTimers();
    expect(await attempt('203.0.113.9', succeed)).toContain('Try again in 15 minutes');
  });

  it('counts parallel attempts', async () => {
    await forget();
    const outcomes = await withDatabase(server, (database) => {
      const limits = createLoginLimits(database);
      return Promise.all(
        Array.from({ length: 10 }, () =>
          limits
            .limitLogin({ userId, identifier: '', address: '203.0.113.1' }, fail)
            .catch((error: Error) => error.message),
        ),
      );
    });
    expect(outcomes.filter((message) => message === 'wrong')).toHaveLength(5);
  });

  it('keeps the failures over a restart', async () => {
    const own = await startTestServer(kind);
    const login = (password: string) =>
      own.send('POST', '/v1/user/login', { token: null, body: { email: admin.email, password } });
    for (let index = 0; index < 5; index += 1) await login('wrong');
    await own.restart();
    expect((await login(admin.password)).status).toBe(429);
    await own.stop();
  });
});

it.skipIf(isPaired)('shares the failures of all servers of a database', async () => {
  const first = await startTestServer('postgres');
  const second = await startServer(testConfig({ dataDir: makeDataDir(), databaseUrl: first.databaseUrl }));
  const sends = [
    first.send,
    sendTo(
      () => second.url,
      () => null,
    ),
  ] as const;
  const login = (index: number, password: string) =>
    sends[index % 2 === 0 ? 0 : 1]('POST', '/v1/user/login', {
      token: null,
      body: { email: admin.email, password },
    });
  const failures = await Promise.all(Array.from({ length: 10 }, (_, index) => login(index, 'wrong')));
  expect(failures.filter(({ status }) => status === 401)).toHaveLength(5);
  for (const index of [0, 1]) expect((await login(index, admin.password)).status).toBe(429);
  await second.stop();
  await first.stop();
});
