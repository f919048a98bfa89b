import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import { storageKeys } from '#shared/client-defaults.ts';
import { roles } from '#shared/permissions.ts';
import { getEndReason, isRejection } from '#shared/rejections.ts';
import type { Session, SignInResult } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
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

/** Returns the session; `isStored` is false if the storage is full or blocked. */
const storeSession = (response: Record<string, unknown> & { token: string }) => {
  const { userId, role, user } = payloadSchema.parse(decodeJwt(response.token));
  const record = { ...response, userId, role, user };
  let isStored = true;
  try {
    localStorage.setItem(storageKeys.session, JSON.stringify(record));
  } catch (error) {
    console.error('The session could not be stored', error);
    isStored = false;
  }
  return { session: toSession(record), isStored };
};

const getAuthHeaders = (): Record<string, string> => {
  const record = readRecord();
  return record ? { authorization: `Bearer ${record.token}` } : {};
};

/** A login's response: a failure may lack the token, and any response may lack the message. */
const loginSchema = z.looseObject({
  success: z.boolean(),
  token: z._default(z.string(), ''),
  message: z._default(z.string(), ''),
  needsCode: z.catch(z.optional(z.boolean()), undefined),
  mustChangePassword: z.catch(z.optional(z.boolean()), undefined),
  errors: z.catch(z.optional(z.array(z.object({ field: z.string(), message: z.string() }))), undefined),
});

/** Sends a login and stores the session. The login response's fields belong to the session (section 3). */
const sendLogin = async (path: string, login: object): Promise<SignInResult> => {
  try {
    // The token of another session isn't sent.
    const { data } = await http.post<unknown>(path, login, { headers: { authorization: false } });
    const { needsCode, ...response } = loginSchema.parse(data);
    if (!response.success) {
      const { message, mustChangePassword, errors } = response;
      return { success: false, message, session: null, needsCode, mustChangePassword, errors };
    }
    const { session, isStored } = storeSession(response);
    if (!isStored) return { success: false, message: notStoredMessage, session: null };
    return { success: true, message: response.message, session };
  } catch (error) {
    const message = error instanceof NetworkError ? unreachableMessage : unexpectedResponseMessage;
    return { success: false, message, session: null };
  }
};

const signIn: Platform['session']['signIn'] = (credentials) => sendLogin('/user/login', credentials);

const getStored: Platform['session']['getStored'] = async () => {
  const record = readRecord();
  return record && toSession(record);
};

const refresh: Platform['session']['refresh'] = async () => {
  const record = readRecord();
  if (!record) return { state: 'signedOut' };
  try {
    const { status, data: body } = await http.get<unknown>('/user/authorization');
    // Another tab logged in or out meanwhile: the response is about a session that has ended.
    if (readRecord()?.token !== record.token) return refresh();
    if (isRejection({ status, body })) {
      localStorage.removeItem(storageKeys.session);
      return { state: 'rejected', reason: getEndReason(body) };
    }
    const renewed = z.looseObject({ token: tokenSchema }).parse(body);
    // Without space, the stored token stays, which is as valid.
    return { state: 'signedIn', session: storeSession({ ...record, ...renewed }).session };
  } catch {
    return { state: 'unreachable', message: texts.login.authorizationFailed, session: toSession(record) };
  }
};

const signOut: Platform['session']['signOut'] = async ({ canRevoke }) => {
  if (!readRecord()) return;
  const headers = getAuthHeaders();
  localStorage.removeItem(storageKeys.session);
  // The session is cleared here even if the server is unreachable.
  if (canRevoke) await http.post('/user/logout', {}, { headers }).catch(() => undefined);
};

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
  signIn,
  getStored,
  refresh,
  signOut,
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
  return sendLogin('/user/login/passkey', { credential });
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
