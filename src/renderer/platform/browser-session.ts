import { decodeJwt } from 'jose';
import type { FieldError } from '#shared/api.ts';
import { storageKeys } from '#shared/client-defaults.ts';
import { isArrayOf, isBoolean, isObject, isOptional, isShape, isString } from '#shared/guards.ts';
import { isRejection } from '#shared/rejections.ts';
import { type Role, roles } from '#shared/roles.ts';
import type { Session, SignInResult } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import { fetchJson } from './fetch-json.ts';
import { NetworkError, type Platform } from './platform.ts';

/** Section 3 of the specification: the login response's fields and the token's payload. */
type SessionRecord = Session & { token: string };

const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

const isToken = (value: unknown): value is string => isString(value) && value !== '';

const isSession = isShape<Session>({
  userId: isString,
  role: isRole,
  user: isShape<Session['user']>({
    ...{ _id: isString, name: isString, email: isString, phone: isString },
    role: isRole,
  }),
});

const isSessionRecord = (value: unknown): value is SessionRecord =>
  isSession(value) && 'token' in value && isToken(value.token);

const unexpectedResponseMessage = 'The server sent an unexpected response';
const unreachableMessage = 'Can’t reach the server. Check your connection and try again.';

const readRecord = (): SessionRecord | null => {
  try {
    const stored = localStorage.getItem(storageKeys.session);
    if (stored === null) return null;
    const record: unknown = JSON.parse(stored);
    if (!isSessionRecord(record)) throw new Error('Fields are missing');
    return record;
  } catch (error) {
    console.error('The stored session could not be read', error);
    return null;
  }
};

const toSession = ({ userId, role, user }: SessionRecord): Session => ({ userId, role, user });

const storeSession = (response: Record<string, unknown> & { token: string }): Session => {
  const payload: unknown = decodeJwt(response.token);
  if (!isSession(payload)) throw new Error(unexpectedResponseMessage);
  const { userId, role, user } = payload;
  const record = { ...response, userId, role, user };
  try {
    localStorage.setItem(storageKeys.session, JSON.stringify(record));
  } catch (error) {
    console.error('The session could not be stored', error);
  }
  return toSession(record);
};

const getAuthHeaders = (): Record<string, string> => {
  const record = readRecord();
  return record ? { authorization: `Bearer ${record.token}` } : {};
};

const isLoginResponse = isShape<{ success: boolean; token?: string; message?: string }>({
  success: isBoolean,
  token: isOptional(isString),
  message: isOptional(isString),
});

const isFieldErrors = isArrayOf(isShape<FieldError>({ field: isString, message: isString }));

/** Reads a login's response: a failure may lack the token, and any response may lack the message. */
const parseLogin = (body: unknown) => {
  if (!isLoginResponse(body)) throw new Error(unexpectedResponseMessage);
  const details: Record<string, unknown> = body;
  const readFlag = (flag: unknown) => (isBoolean(flag) ? flag : undefined);
  return {
    ...{ ...details, success: body.success, token: body.token ?? '', message: body.message ?? '' },
    needsCode: readFlag(details.needsCode),
    mustChangePassword: readFlag(details.mustChangePassword),
    errors: isFieldErrors(details.errors) ? details.errors : undefined,
  };
};

/** Sends a login and stores the session. The login response's fields belong to the session (section 3). */
export const sendLogin = async (path: string, login: object): Promise<SignInResult> => {
  try {
    const { body } = await fetchJson('POST', path, { body: login }).catch(() => {
      throw new NetworkError(unreachableMessage);
    });
    const { needsCode, ...response } = parseLogin(body);
    if (!response.success) {
      const { message, mustChangePassword, errors } = response;
      return { success: false, message, session: null, needsCode, mustChangePassword, errors };
    }
    return { success: true, message: response.message, session: storeSession(response) };
  } catch (error) {
    const message = error instanceof NetworkError ? error.message : unexpectedResponseMessage;
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
    const response = await fetchJson('GET', '/user/authorization', { headers: getAuthHeaders() });
    if (isRejection(response)) {
      localStorage.removeItem(storageKeys.session);
      return { state: 'rejected' };
    }
    const { body } = response;
    if (!isObject(body) || !isToken(body.token)) throw new Error(unexpectedResponseMessage);
    return { state: 'signedIn', session: storeSession({ ...record, ...body, token: body.token }) };
  } catch {
    return { state: 'unreachable', message: texts.login.authorizationFailed, session: toSession(record) };
  }
};

const signOut: Platform['session']['signOut'] = async ({ canRevoke }) => {
  const headers = getAuthHeaders();
  localStorage.removeItem(storageKeys.session);
  // The session is cleared here even if the server is unreachable.
  if (canRevoke) await fetchJson('POST', '/user/logout', { body: {}, headers }).catch(() => undefined);
};

/** Characters of a storage key as base64url. */
const storageKeyLength = 86;

const isStorageKeyResponse = isShape<{ data: { key: string } }>({
  data: isShape<{ key: string }>({
    key: (value): value is string => isString(value) && value.length === storageKeyLength,
  }),
});

/** In memory only, so that drafts and cached responses can't be read without a valid session. */
const getStorageKey: Platform['session']['getStorageKey'] = async () => {
  // A response that arrives while the user logs out may still be waiting for the key to store it.
  if (!readRecord()) return { state: 'unavailable' };
  const headers = getAuthHeaders();
  const response = await fetchJson('GET', '/user/storage-key', { headers }).catch(() => null);
  return isStorageKeyResponse(response?.body)
    ? { state: 'known', key: response.body.data.key }
    : { state: 'unavailable' };
};

/** The session in local storage, under the key that the specification names. */
export const browserSession: Platform['session'] = {
  signIn,
  getStored,
  refresh,
  signOut,
  getStorageKey,
  getAuthHeaders,
};
