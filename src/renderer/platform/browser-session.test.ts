// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '#shared/client-defaults.ts';
import { browserSession } from './browser-session.ts';
import { http } from './http.ts';
import { setPageUser } from './platform.ts';

const user = { _id: 'u1', name: 'Asha', email: 'asha@example.com', phone: '', role: 'ADMIN' };
const record = {
  success: true,
  message: 'Login Successfully',
  token: 'a.b.c',
  userId: 'u1',
  role: 'ADMIN',
  user,
};

beforeEach(() => localStorage.clear());

it('adds the token of the stored record to requests', () => {
  localStorage.setItem(storageKeys.session, JSON.stringify(record));
  expect(browserSession.getAuthHeaders()).toEqual({ authorization: 'Bearer a.b.c' });
});

it.each(['{ broken', '"text"', JSON.stringify({ ...record, token: '' }), JSON.stringify({ token: 'a.b.c' })])(
  'ignores and logs an invalid stored record: %s',
  async (stored) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    localStorage.setItem(storageKeys.session, stored);
    expect(await browserSession.refresh()).toEqual({ state: 'signedOut' });
    expect(browserSession.getAuthHeaders()).toEqual({});
    expect(log).toHaveBeenCalled();
  },
);

it('asks for no storage key without a session', async () => {
  const get = vi.spyOn(http, 'get');
  expect(await browserSession.getStorageKey()).toEqual({ state: 'unavailable' });
  expect(get).not.toHaveBeenCalled();
});

it('has no session if the storage can’t be read', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('The storage is not available');
  });
  expect(browserSession.getAuthHeaders()).toEqual({});
});

it('uses no session of another user than that of the page', async () => {
  localStorage.setItem(storageKeys.session, JSON.stringify(record));
  setPageUser('u1');
  const other = { ...record, userId: 'u2', token: 'd.e.f' };
  localStorage.setItem(storageKeys.session, JSON.stringify(other));
  expect(browserSession.getAuthHeaders()).toEqual({});
  expect(await browserSession.refresh()).toEqual({ state: 'signedOut' });
  await browserSession.signOut({ canRevoke: true });
  expect(JSON.parse(localStorage.getItem(storageKeys.session) ?? '')).toEqual(other);
});
