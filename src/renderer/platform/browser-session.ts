import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import { storageKeys } from '#shared/client-defaults.ts';
import { roles } from '#shared/permissions.ts';
import type { Session } from '#shared/session.ts';
import { createSessionClient, type SessionHost } from '#shared/session-client.ts';
import { http } from './http.ts';
import { isPageUser, NetworkError, type Platform } from './platform.ts';

/** Section 3 of the specification: the login response's fields and the token's payload. */
const payloadSchema = z.object({
  userId: z.string(),
  role: z.enum(roles),
  user: z.record(z.string(), z.unknown()),
});

const tokenSchema = z.string().check(z.minLength(1));

const recordSchema = z.extend(z.looseObject(payloadSchema.shape), { token: tokenSchema });

type SessionRecord = z.infer<typeof recordSchema>;

const notStoredMessage =
  'Couldn’t log you in, because this browser’s storage for the site is full or blocked. Make room or allow it, then try again.';
const unexpectedResponseMessage = 'The server sent an unexpected response';
const unreachableMessage = 'Can’t reach the server. Check your connection and try again.';

/** The session in this browser; null if another tab has logged in another user than that of this page. */
const readRecord = (): SessionRecord | null => {
  try {
    const stored = localStorage.getItem(storageKeys.session);
    if (stored === null) return null;
    const record = recordSchema.parse(JSON.parse(stored));
    return isPageUser(record.userId) ? record : null;
  } catch (error) {
    console.error('The stored session could not be read', error);
    return null;
  }
};

const toSession = ({ userId, role, user }: SessionRecord): Session => {
  const read = (name: string): string => (typeof user[name] === 'string' ? user[name] : '');
  const known = { _id: read('_id'), name: read('name'), email: read('email'), phone: read('phone') };
  return { userId, role, user: known };
};

class StorageError extends Error {}

const store: SessionHost['store'] = async (response, { isRenewal }) => {
  const { userId, role, user } = payloadSchema.parse(decodeJwt(response.token));
  const record = { ...(isRenewal && readRecord()), ...response, userId, role, user };
  try {
    localStorage.setItem(storageKeys.session, JSON.stringify(record));
  } catch (error) {
    console.error('The session could not be stored', error);
    // The stored token is as valid as the renewed one.
    if (!isRenewal) throw new StorageError(notStoredMessage);
  }
  return toSession(record);
};

const getAuthHeaders = (): Record<string, string> => {
  const record = readRecord();
  return record ? { authorization: `Bearer ${record.token}` } : {};
};

const describeError = (error: unknown): string => {
  if (error instanceof StorageError) return error.message;
  return error instanceof NetworkError ? unreachableMessage : unexpectedResponseMessage;
};

const getSession = (): Session | null => {
  const record = readRecord();
  return record && toSession(record);
};

const client = createSessionClient({
  send: async ({ method, path, token, body }) => {
    const headers = { authorization: token !== null && `Bearer ${token}` };
    const { status, data } = await http.request<unknown>({ method, url: path, data: body, headers });
    return { status, body: data };
  },
  getToken: () => readRecord()?.token ?? null,
  getSession,
  store,
  clear: () => localStorage.removeItem(storageKeys.session),
  describeError,
});

/** Characters of a storage key as base64url. */
const storageKeyLength = 86;

const storageKeySchema = z.object({ data: z.object({ key: z.string().check(z.length(storageKeyLength)) }) });

/** In memory only, so that drafts and cached responses can't be read without a valid session. */
const getStorageKey: Platform['session']['getStorageKey'] = async () => {
  // A response that arrives while the user logs out may still be waiting for the key to store it.
  if (!readRecord()) return { state: 'unavailable' };
  const response = await http.get<unknown>('/user/storage-key').catch(() => null);
  const { data: parsed } = storageKeySchema.safeParse(response?.data);
  return parsed ? { state: 'known', key: parsed.data.key } : { state: 'unavailable' };
};

/** Calls the listener when another tab begins or ends the session of this page, but not when it renews the token. */
const onChange: Platform['session']['onChange'] = (listener) => {
  let hasSession = readRecord() !== null;
  const compare = () => {
    const hadSession = hasSession;
    hasSession = readRecord() !== null;
    if (hasSession !== hadSession) listener();
  };
  window.addEventListener('storage', compare);
  return () => window.removeEventListener('storage', compare);
};

/** The session in local storage, under the key that the specification names. */
export const browserSession: Platform['session'] = {
  signIn: (credentials) => client.signIn('/user/login', credentials),
  getStored: async () => getSession(),
  refresh: client.refresh,
  signOut: client.signOut,
  getStorageKey,
  onChange,
  getAuthHeaders,
};

const loadLibrary = () => import('@simplewebauthn/browser');

type Library = Awaited<ReturnType<typeof loadLibrary>>;
type RegistrationOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];
type LoginOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];

const isIpAddress = /^[\d.]+$|^\[/.test(window.location.hostname);
const isSupported = window.isSecureContext && 'PublicKeyCredential' in window && !isIpAddress;

const signInWithPasskey = async () => {
  const { data } = await http.post<unknown>('/user/login/passkey/options');
  const { passkeyOptionsResponseSchema } = await import('#shared/account.ts');
  const { options } = passkeyOptionsResponseSchema.parse(data);
  const { startAuthentication } = await loadLibrary();
  const credential = await startAuthentication({ optionsJSON: options as unknown as LoginOptions });
  return client.signIn('/user/login/passkey', { credential });
};

/** Passkeys of the page's own address. */
export const browserPasskeys: Platform['passkeys'] = isSupported
  ? {
      signIn: signInWithPasskey,
      create: async (options) => {
        const { startRegistration } = await loadLibrary();
        return startRegistration({ optionsJSON: options as unknown as RegistrationOptions });
      },
    }
  : null;
