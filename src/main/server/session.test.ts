import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readBody, type StubServer, startStubServer } from './local-http.testing.ts';
import { createSessionManager } from './session.ts';

const user = { _id: 'u1', name: 'Asha', email: 'asha@example.com', phone: '', role: 'ADMIN' };
const session = { userId: 'u1', role: 'ADMIN', user };

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (id: number) => `${part({ alg: 'HS256' })}.${part({ ...session, exp: 9e9, jti: `${id}` })}.signature`;

const credentials = { email: 'asha@example.com', password: 'correct' };

let http: StubServer;
let stored: string | null;
let storedKey: string | null;
let made: number;
let isRevoked: boolean;

const store = {
  canPersist: async () => true,
  read: async (secret: 'token' | 'storageKey') => (secret === 'token' ? stored : storedKey),
  write: async (secret: 'token' | 'storageKey', value: string) => {
    if (secret === 'token') stored = value;
    else storedKey = value;
  },
  clear: () => {
    stored = null;
    storedKey = null;
  },
};
const keeper = () => createSessionManager({ server: http.server, store });

beforeEach(async () => {
  stored = null;
  storedKey = null;
  made = 0;
  isRevoked = false;
  http = await startStubServer(async (request, response) => {
    const sent = JSON.parse((await readBody(request)).toString() || '{}');
    const isAllowed = request.url === '/v1/user/login' ? sent.password === 'correct' : !isRevoked;
    made += 1;
    const body = isAllowed
      ? { success: true, message: 'Login Successfully', token: tokenOf(made) }
      : { success: false, message: 'Wrong', token: '' };
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
afterEach(() => http.close());

it('signs in without exposing the token to the page', async () => {
  const sessions = keeper();
  const outcome = await sessions.signIn(credentials);
  expect(outcome).toEqual({ success: true, message: 'Login Successfully', session });
  expect(stored).toBe(tokenOf(1));
  expect(sessions.authorizationHeaders()).toEqual({ authorization: `Bearer ${tokenOf(1)}` });
});

it('gives no token to a page that shows another user', async () => {
  const sessions = keeper();
  await sessions.signIn(credentials);
  expect(sessions.authorizationHeaders('u1')).toEqual({ authorization: `Bearer ${tokenOf(1)}` });
  expect(sessions.authorizationHeaders('u2')).toEqual({});
});

it('reports why a login failed', async () => {
  expect(await keeper().signIn({ ...credentials, password: 'no' })).toEqual({
    success: false,
    message: 'Wrong',
    session: null,
  });
  expect(stored).toBeNull();
});

it('reports that a login needs a code', async () => {
  http.state.respond = (_request, response) =>
    response.writeHead(401).end(JSON.stringify({ success: false, message: 'Enter it', needsCode: true }));
  expect(await keeper().signIn(credentials)).toEqual({
    success: false,
    message: 'Enter it',
    session: null,
    needsCode: true,
  });
});

it('stores no token that it can’t read', async () => {
  http.state.respond = (_request, response) =>
    response.end(JSON.stringify({ success: true, message: 'Login Successfully', token: 'no-token' }));
  expect(await keeper().signIn(credentials)).toMatchObject({ success: false, session: null });
  expect(stored).toBeNull();
});

it('sends no request while signed out', async () => {
  expect(await keeper().authorize()).toEqual({ state: 'signedOut' });
  expect(http.seen).toEqual([]);
});

it('renews a stored session', async () => {
  stored = tokenOf(7);
  expect(await keeper().authorize()).toEqual({ state: 'signedIn', session });
  expect(http.seen[0]?.headers.authorization).toBe(`Bearer ${tokenOf(7)}`);
  expect(stored).toBe(tokenOf(1));
});

it('returns the stored user before asking the server', async () => {
  expect(await keeper().getStored()).toBeNull();
  stored = tokenOf(7);
  expect(await keeper().getStored()).toEqual(session);
  stored = `${part({})}.${part({ ...session, exp: 1, jti: '7' })}.signature`;
  expect(await keeper().getStored()).toBeNull();
  expect(http.seen).toEqual([]);
});

it('is the same session for pages that open simultaneously', async () => {
  stored = tokenOf(7);
  const sessions = keeper();
  const signedIn = { state: 'signedIn', session };
  expect(await Promise.all([sessions.authorize(), sessions.authorize()])).toEqual([signedIn, signedIn]);
  expect(http.seen).toHaveLength(1);
  expect(await sessions.authorize()).toEqual(signedIn);
});

it('prefers a login during the renewal of the old session', async () => {
  stored = tokenOf(7);
  const sessions = keeper();
  const [authorized, signedIn] = await Promise.all([sessions.authorize(), sessions.signIn(credentials)]);
  expect(authorized).toEqual({ state: 'signedIn', session });
  expect(signedIn).toMatchObject({ success: true });
});

it('forgets a session that the server rejects', async () => {
  stored = tokenOf(7);
  isRevoked = true;
  expect(await keeper().authorize()).toEqual({ state: 'rejected' });
  expect(stored).toBeNull();
});

it('forgets a session that the server rejects only in the body', async () => {
  stored = tokenOf(7);
  http.state.respond = (_request, response) => response.end(JSON.stringify({ success: false, token: '' }));
  expect(await keeper().authorize()).toEqual({ state: 'rejected' });
  expect(stored).toBeNull();
});

it('signs in without a message from the server', async () => {
  http.state.respond = (_request, response) => response.end(JSON.stringify({ success: true, token: tokenOf(1) }));
  expect(await keeper().signIn(credentials)).toEqual({ success: true, message: '', session });
});

it('keeps the session while the server cannot be reached', async () => {
  stored = tokenOf(7);
  const sessions = keeper();
  await http.close();
  expect(await sessions.authorize()).toEqual({
    state: 'unreachable',
    message: 'Failed to fetch authorization',
    session,
  });
  await http.listen();
  expect(await sessions.authorize()).toMatchObject({ state: 'signedIn' });
});

it('signs out even if the server is unreachable', async () => {
  stored = tokenOf(7);
  const sessions = keeper();
  await sessions.signOut({ canRevoke: true });
  expect(http.seen.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ['POST', '/v1/user/logout', `Bearer ${tokenOf(7)}`],
  ]);
  expect(stored).toBeNull();
  expect(sessions.authorizationHeaders()).toEqual({});

  stored = tokenOf(8);
  const others = keeper();
  await http.close();
  await others.signOut({ canRevoke: true });
  expect(stored).toBeNull();
  await http.listen();
});

it('signs out locally if the server has no logout', async () => {
  stored = tokenOf(7);
  await keeper().signOut({ canRevoke: false });
  expect(http.seen).toEqual([]);
  expect(stored).toBeNull();
});

it('stays signed out after a late response', async () => {
  stored = tokenOf(7);
  const sessions = keeper();
  let answerLate = () => {};
  const asked = new Promise<void>((resolve) => {
    http.state.respond = (request, response) => {
      if (request.url === '/v1/user/logout') return response.end('{}');
      answerLate = () => response.end(JSON.stringify({ success: true, token: tokenOf(9) }));
      resolve();
    };
  });
  const authorized = sessions.authorize();
  await asked;
  await sessions.signOut({ canRevoke: true });
  answerLate();
  expect(await authorized).toEqual({ state: 'signedOut' });
  expect(stored).toBeNull();
});

describe('the storage key', () => {
  const key = 'q'.repeat(86);
  const respondWith = (isFull: boolean) => {
    http.state.respond = (request, response) => {
      const body =
        request.url === '/v1/meta'
          ? { name: 'Server', version: '1.0.0', ...(isFull && { level: 'full', sendsMail: false }) }
          : { success: true, message: 'Key found', data: { key } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
  };

  it('outlives the server and the app until the user signs out', async () => {
    const sessions = keeper();
    await sessions.signIn(credentials);
    respondWith(true);
    expect(await sessions.getStorageKey()).toEqual({ state: 'known', key });
    http.state.respond = (_request, response) => response.destroy();
    expect(await keeper().getStorageKey()).toEqual({ state: 'known', key });
    await sessions.signOut({ canRevoke: false });
    expect([storedKey, await sessions.getStorageKey()]).toEqual([null, { state: 'unavailable' }]);
  });

  it('isn’t kept for the next user', async () => {
    const sessions = keeper();
    await sessions.signIn(credentials);
    respondWith(true);
    await sessions.getStorageKey();
    const other = { ...session, userId: 'u2', user: { ...user, _id: 'u2' }, exp: 9e9, jti: '9' };
    const token = `${part({ alg: 'HS256' })}.${part(other)}.signature`;
    http.state.respond = (_request, response) =>
      response.end(JSON.stringify({ success: true, message: 'Login Successfully', token }));
    await sessions.signIn(credentials);
    expect(storedKey).toBeNull();
  });

  it('isn’t taken from a user who signed out while it was stored', async () => {
    const sessions = keeper();
    storedKey = key;
    await sessions.signIn(credentials);
    expect(storedKey).toBeNull();
  });

  it('is never requested from a server without keys', async () => {
    const sessions = keeper();
    await sessions.signIn(credentials);
    respondWith(false);
    expect(await sessions.getStorageKey()).toEqual({ state: 'unsupported' });
    expect(storedKey).toBeNull();
  });

  it('is unavailable while the server is', async () => {
    const sessions = keeper();
    await sessions.signIn(credentials);
    http.state.respond = (_request, response) => response.destroy();
    expect(await sessions.getStorageKey()).toEqual({ state: 'unavailable' });
  });
});
