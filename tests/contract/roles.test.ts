import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { resources } from '../../src/shared/resources/index.ts';
import { admin } from '../support/database-templates.ts';
import { withDatabase } from '../support/databases.ts';
import { useFakeClock } from '../support/fake-clock.ts';
import { signIn, startTestServer, type TestServer } from '../support/test-server.ts';

const password = 'a long password';
const minute = 60_000;
/** Routes across all resources: access to each record depends on its resource. */
const commonNames = [
  'audit',
  'comments',
  'file',
  'history',
  'home',
  'live',
  'office',
  'presence',
  'search',
  'trash',
  'views',
  'website',
];
/** Imports name their resource in the request, and jobs check their owner. */
const importNames = ['import', 'sportsCenter', 'jobs'];
const resourceNames = new Set(resources.map(({ name }) => name));
const publicRoutes = [
  ...['GET /health/live', 'GET /health/ready', 'GET /v1/setup', 'POST /v1/setup', 'GET /v1/meta'],
  ...['POST /v1/user/login', 'POST /v1/user/login/passkey', 'POST /v1/user/login/passkey/options'],
  ...['POST /v1/user/password-reset', 'POST /v1/user/password-reset/request'],
];
/** Routes for the own account, open to every role. */
const sessionRoutes = [
  ...['GET /v1/user/authorization', 'POST /v1/user/logout', 'POST /v1/user/confirm'],
  ...['GET /v1/user/account', 'PATCH /v1/user/account', 'POST /v1/user/password'],
  ...['GET /v1/user/sessions', 'DELETE /v1/user/sessions', 'DELETE /v1/user/sessions/nothing'],
  ...['POST /v1/user/two-factor', 'POST /v1/user/two-factor/confirm', 'DELETE /v1/user/two-factor'],
  ...['GET /v1/user/passkeys', 'POST /v1/user/passkeys', 'DELETE /v1/user/passkeys/nothing'],
  'POST /v1/user/passkeys/options',
  'GET /v1/user/storage-key',
];

/** Writes to accounts that need no recent password, because they open none or ask for the password themselves. */
const unconfirmedWrites = [
  ...['POST /v1/user/logout', 'POST /v1/user/confirm', 'POST /v1/user/password', 'PATCH /v1/user/account'],
  ...['DELETE /v1/user/sessions', 'DELETE /v1/user/sessions/nothing'],
  ...['POST /v1/user/two-factor/confirm', 'DELETE /v1/user/two-factor'],
  ...['DELETE /v1/user/deleteById/nothing', 'POST /v1/user/bulk', 'POST /v1/user/replaceById/nothing'],
];
/** Writes that need it depending on the values: `my-account.test.ts` sends them. */
const valueDependentWrites = [
  ...['POST /v1/user/', 'POST /v1/user/create-user', 'PATCH /v1/user/updateById/nothing'],
  'POST /v1/user/updateMany',
];

type Route = { method: string; path: string };

/** Two-factor login of others, and whom it is required of, concern only those who may change users. */
const mayUse = (role: 'ADMIN' | 'SUBADMIN', { method, path }: Route) =>
  role === 'ADMIN' ||
  (!/^\/v1\/(?:audit|office|website|user\/personal-data)/.test(path) &&
    (!path.startsWith('/v1/user/') || (method === 'GET' && !path.includes('/two-factor'))));

describe('on sqlite', () => {
  let server: TestServer;
  let routes: Route[];
  let guarded: Route[];

  beforeAll(async () => {
    server = await startTestServer('sqlite');
    const { body } = await server.send('GET', '/docs/json');
    routes = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'head')
        .map((method) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, 'nothing') })),
    );
    const others = [...publicRoutes, ...sessionRoutes, 'GET /uploads/nothing'];
    guarded = routes.filter(({ method, path }) => !others.includes(`${method} ${path}`));
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => server.stop());

  const ask = async (token: string | null, { method, path }: Route) => {
    // The id matches no record and the body is invalid, so an allowed request fails without changing
    // anything.
    const body = method === 'GET' || method === 'DELETE' ? undefined : { nonsense: 1 };
    const response = await server.send(method, path, { token, body });
    return response.status;
  };
  const signInAs = async (role: string, email = `${role.toLowerCase()}@example.com`) => {
    await server.send('POST', '/v1/user/', { body: { name: role, email, role, password } });
    return signIn(server.send, { email, password });
  };

  it('covers every route of the server', () => {
    const named = new Set(guarded.map(({ path }) => path.split('/')[2] ?? ''));
    expect([...named].filter((name) => !resourceNames.has(name)).sort()).toEqual(
      [...commonNames, ...importNames].sort(),
    );
    expect([...resourceNames].filter((name) => !named.has(name))).toEqual([]);
    expect(guarded.length).toBeGreaterThanOrEqual(resourceNames.size * 5);
  });

  it.each(['ADMIN', 'SUBADMIN'] as const)('lets %s use exactly the routes of the role', async (role) => {
    const token = role === 'ADMIN' ? await signIn(server.send, admin) : await signInAs(role);
    for (const route of guarded) {
      const status = await ask(token, route);
      const isAllowed = status !== 401 && status !== 403;
      expect([role, route, status, isAllowed]).toEqual([role, route, status, mayUse(role, route)]);
    }
  });

  it('rejects requests without a session or of a USER', async () => {
    const email = 'former@example.com';
    const formerToken = await signInAs('SUBADMIN', email);
    await withDatabase(server, (database) =>
      database.updateTable('user').set({ role: 'USER' }).where('email', '=', email).execute(),
    );
    for (const route of [
      ...guarded,
      ...sessionRoutes.map((line) => ({ method: line.split(' ')[0] ?? '', path: line.split(' ')[1] ?? '' })),
    ]) {
      expect([route, await ask(null, route), await ask(formerToken, route)]).toEqual([route, 401, 401]);
    }
  });

  it('asks for the password before every write that could open an account', async () => {
    const now = useFakeClock();
    const token = await signIn(server.send, admin);
    vi.setSystemTime(now + 6 * minute);
    const exempt = [...publicRoutes, ...unconfirmedWrites, ...valueDependentWrites];
    const writes = routes.filter(
      ({ method, path }) => path.startsWith('/v1/user/') && method !== 'GET' && !exempt.includes(`${method} ${path}`),
    );
    const asked: string[] = [];
    for (const { method, path } of writes) {
      const { body } = await server.send(method, path, { token, body: method === 'DELETE' ? undefined : {} });
      if (body.needsPassword) asked.push(`${method} ${path}`);
    }
    expect(asked.length).toBeGreaterThan(5);
    expect(asked).toEqual(writes.map(({ method, path }) => `${method} ${path}`));
  });

  it('serves public routes without a session', async () => {
    for (const line of publicRoutes) {
      const [method = '', path = ''] = line.split(' ');
      expect([line, await ask(null, { method, path })]).not.toEqual([line, 401]);
    }
  });
});
