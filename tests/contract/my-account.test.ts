import { decodeJwt } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SessionListItem } from '../../src/shared/account.ts';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { recordStatements } from '../support/count-statements.ts';
import { admin } from '../support/database-templates.ts';
import { anyDatabase, isPaired } from '../support/databases.ts';
import { day, useFakeClock } from '../support/fake-clock.ts';
import { uploadSpreadsheet } from '../support/import-client.ts';
import { setUpTestServer, signIn } from '../support/test-server.ts';

const minute = 60_000;
const initialPassword = 'correct horse battery';
/** The password of users who have logged in once. */
const password = `${initialPassword} of my own`;
const nextPassword = 'another horse battery';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let count = 0;

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  afterEach(() => void vi.useRealTimers());

  const person = (changes: object = {}) => {
    count += 1;
    return {
      name: `Person ${count}`,
      email: `own${count}@example.com`,
      role: 'SUBADMIN',
      password: initialPassword,
      ...changes,
    };
  };
  const create = async () => {
    const { body } = await server.send('POST', '/v1/user/', { body: person() });
    return body.data as AnyRecord & { email: string };
  };
  const createSignedIn = async () => {
    await server.signInAgain();
    const user = await create();
    return { user, token: await signIn(server.send, { email: user.email, password: initialPassword }) };
  };
  const status = async (token: string | undefined) =>
    (await server.send('GET', '/v1/faq/', { token: token ?? null })).status;
  const sessionsOf = async (token: string) =>
    (await server.send('GET', '/v1/user/sessions', { token })).body.data as SessionListItem[];
  const confirm = (secret: string, token?: string) =>
    server.send('POST', '/v1/user/confirm', { body: { password: secret }, ...(token && { token }) });
  /** Signs in as the administrator and waits until that no longer counts as a confirmation. */
  const signInAndWait = async () => {
    const now = useFakeClock();
    await server.signInAgain();
    vi.setSystemTime(now + 6 * minute);
  };

  describe('the own password', () => {
    const change = (token: string, body: object) => server.send('POST', '/v1/user/password', { token, body });

    it('is changed, which ends the other sessions', async () => {
      const { user, token } = await createSignedIn();
      const other = await signIn(server.send, { email: user.email, password });
      expect((await change(token, { current: password, next: nextPassword })).status).toBe(200);
      expect([await status(token), await status(other)]).toEqual([200, 401]);
      await signIn(server.send, { email: user.email, password: nextPassword });
      await expect(signIn(server.send, { email: user.email, password })).rejects.toThrow('Incorrect');
    });

    it.each([
      [{ current: 'wrong', next: nextPassword }, 'current', 'Incorrect password'],
      [{ current: password, next: 'short' }, 'next', 'Password must be at least 10 characters'],
      [{ current: password, next: password }, 'next', 'Choose a password that differs from the current one'],
    ])('stays after %j', async (body, field, message) => {
      const { user, token } = await createSignedIn();
      const response = await change(token, body);
      expect([response.status, response.body.errors]).toEqual([400, [{ field, message }]]);
      await signIn(server.send, { email: user.email, password });
    });

    it('can’t be guessed with a stolen session', async () => {
      const { token } = await createSignedIn();
      const guesses = await Promise.all(
        Array.from({ length: 8 }, (_, index) => confirm(`guess number ${index}`, token)),
      );
      expect(guesses.map((guess) => guess.status).sort()).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
      expect((await change(token, { current: password, next: nextPassword })).status).toBe(429);
    });
  });

  it('lets every user change the own name, and nothing else', async () => {
    const { token } = await createSignedIn();
    const change = (body: object) => server.send('PATCH', '/v1/user/account', { token, body });
    expect((await change({ name: ' Grace ' })).status).toBe(200);
    expect((await change({ name: 'Grace', role: 'ADMIN' })).status).toBe(400);
    const { body } = await server.send('GET', '/v1/user/account', { token });
    expect(body.data).toMatchObject({ name: 'Grace', twoFactor: { isOn: false, isRequired: false } });
  });

  describe('the storage key', () => {
    const keyOf = async (token: string) =>
      (await server.send('GET', '/v1/user/storage-key', { token })).body.data as { key: string };

    it('is the same in all sessions of a user', async () => {
      const { user, token } = await createSignedIn();
      const again = await signIn(server.send, { email: user.email, password });
      expect(await keyOf(again)).toEqual(await keyOf(token));
    });

    it('differs between users', async () => {
      const [one, other] = [await createSignedIn(), await createSignedIn()];
      expect(await keyOf(one.token)).not.toEqual(await keyOf(other.token));
    });

    it('is refused when the session has ended', async () => {
      const { token } = await createSignedIn();
      await server.send('POST', '/v1/user/logout', { token });
      expect((await server.send('GET', '/v1/user/storage-key', { token })).status).toBe(401);
    });
  });

  describe('the own sessions', () => {
    it('are listed with device and address', async () => {
      const { user, token } = await createSignedIn();
      await server.send('POST', '/v1/user/login', {
        token: null,
        body: { email: user.email, password },
        headers: { 'user-agent': firefox },
      });
      const sessions = await sessionsOf(token);
      expect(sessions.map(({ device, isCurrent, address }) => [device, isCurrent, address]).sort()).toEqual([
        ['Firefox on Linux', false, '127.0.0.1'],
        ['Unknown app', true, '127.0.0.1'],
      ]);
    });

    it('are ended one by one or all but this one', async () => {
      const { user, token } = await createSignedIn();
      const login = () => signIn(server.send, { email: user.email, password });
      const [second, third] = [await login(), await login()];
      const id = decodeJwt(second).jti;
      const end = (path: string, by: string) => server.send('DELETE', `/v1/user/sessions${path}`, { token: by });
      const stranger = await createSignedIn();
      expect((await end(`/${id}`, stranger.token)).status).toBe(404);
      expect((await end(`/${id}`, token)).status).toBe(200);
      expect([await status(token), await status(second), await status(third)]).toEqual([200, 401, 200]);
      expect((await end('', token)).status).toBe(200);
      expect([await status(token), await status(third), await status(stranger.token)]).toEqual([200, 401, 200]);
      expect(await sessionsOf(token)).toMatchObject([{ isCurrent: true }]);
    });

    // The clock of the pair moves on with each request.
    it.skipIf(isPaired)('record the last use every few minutes', async () => {
      const now = useFakeClock();
      const { token } = await createSignedIn();
      const writes = async () =>
        (
          await recordStatements(async () => {
            await status(token);
            await status(token);
          })
        ).filter((statement) => /^update "session"/i.test(statement)).length;
      vi.setSystemTime(now + 4 * minute);
      expect(await writes()).toBe(0);
      vi.setSystemTime(now + 6 * minute);
      expect(await writes()).toBe(1);
      expect(await sessionsOf(token)).toMatchObject([{ lastSeenAt: new Date(now + 6 * minute).toISOString() }]);
    });

    it('end 7 days after the last use', async () => {
      const now = useFakeClock();
      const { token } = await createSignedIn();
      vi.setSystemTime(now + 6 * day);
      expect(await status(token)).toBe(200);
      vi.setSystemTime(now + 12 * day);
      expect(await status(token)).toBe(200);
      vi.setSystemTime(now + 19 * day + minute);
      expect(await status(token)).toBe(401);
    });

    it('end 30 days after the login, even if they are used', async () => {
      const now = useFakeClock();
      const { token } = await createSignedIn();
      let renewed = token;
      for (let days = 5; days < 30; days += 5) {
        vi.setSystemTime(now + days * day);
        renewed = (await server.send('GET', '/v1/user/authorization', { token: renewed })).body.token ?? '';
      }
      vi.setSystemTime(now + 30 * day - minute);
      expect([await status(token), await status(renewed)]).toEqual([200, 200]);
      vi.setSystemTime(now + 30 * day + minute);
      expect([await status(token), await status(renewed)]).toEqual([401, 401]);
    });
  });

  it('ends sessions as configured', async () => {
    await server.restart({ sessionLifetime: { maxDays: 3, idleDays: 1 } });
    const now = useFakeClock();
    const unused = (await createSignedIn()).token;
    const used = await signIn(server.send, admin);
    vi.setSystemTime(now + day - minute);
    expect(await status(used)).toBe(200);
    vi.setSystemTime(now + day + minute);
    expect([await status(unused), await status(used)]).toEqual([401, 200]);
    vi.useRealTimers();
    await server.restart();
  });

  it('issues tokens with ids, the role and the specified user', async () => {
    const token = await signIn(server.send, admin);
    const payload = decodeJwt(token);
    expect(Object.keys(payload).sort()).toEqual(['exp', 'iat', 'jti', 'role', 'user', 'userId']);
    expect(Object.keys(payload.user as object).sort()).toEqual(['_id', 'email', 'name', 'phone', 'role']);
  });

  describe('changes of accounts', () => {
    const needsPassword = { success: false, message: 'Enter your password to continue', needsPassword: true };
    const patch = (id: string, body: object) => server.send('PATCH', `/v1/user/updateById/${id}`, { body });

    it.each([
      { email: 'changed@example.com' },
      { phone: '+44 20 7946 0001' },
      { role: 'ADMIN' },
      { password: nextPassword },
    ])('ask for the password before %j', async (changes) => {
      await server.signInAgain();
      const user = await create();
      await signInAndWait();
      const refused = await patch(user._id, changes);
      expect([refused.status, refused.body]).toEqual([403, needsPassword]);
      const wrong = await confirm('wrong');
      expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'password']);
      expect((await patch(user._id, changes)).status).toBe(403);
      expect((await confirm(admin.password)).status).toBe(200);
      expect((await patch(user._id, changes)).status).toBe(200);
    });

    it('ask for the password before a new user, and once in five minutes', async () => {
      await signInAndWait();
      const add = () => server.send('POST', '/v1/user/create-user', { body: person() });
      expect((await add()).body).toEqual(needsPassword);
      await confirm(admin.password);
      vi.setSystemTime(Date.now() + 4 * minute);
      expect((await add()).status).toBe(200);
      vi.setSystemTime(Date.now() + 2 * minute);
      expect((await add()).status).toBe(403);
    });

    it('don’t ask for other fields, or for values that stay', async () => {
      await server.signInAgain();
      const user = await create();
      await signInAndWait();
      const { email, role } = user;
      expect((await patch(user._id, { name: 'Renamed', email, role, password: '' })).status).toBe(200);
    });

    // Earlier tests have moved the clock, so the ids of two servers aren't in order any more.
    it.skipIf(isPaired)('ask for the password before an import, an undo, a restore and a bulk action', async () => {
      await server.signInAgain();
      const user = await create();
      const { body: deletion } = await server.send('DELETE', `/v1/user/deleteById/${(await create())._id}`);
      await patch(user._id, { phone: '+44 20 7946 0002' });
      await signInAndWait();
      const { body: history } = await server.send('GET', `/v1/history?recordId=${user._id}`);
      const [entry] = history.data as { _id: string; changeId: string }[];
      const responses = [
        await uploadSpreadsheet(server, '/v1/sportsCenter/excelImportForSportcenter', {
          content: 'name,email,role\nEve,eve@example.com,ADMIN',
          fields: { resource: 'user' },
        }),
        await server.send('POST', `/v1/history/${entry?._id}/revert`),
        await server.send('POST', `/v1/history/changes/${entry?.changeId}/revert`),
        await server.send('POST', `/v1/history/${deletion.historyId}/revert`),
        await server.send('POST', '/v1/user/bulk', {
          body: { action: 'update', ids: [user._id], values: { role: 'ADMIN' } },
        }),
      ];
      expect(responses.map((response) => [response.status, response.body.needsPassword])).toEqual(
        responses.map(() => [403, true]),
      );
    });
  });
});
