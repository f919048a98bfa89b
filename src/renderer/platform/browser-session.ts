import axios from 'axios';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { storageKeyResponseSchema } from '#shared/account.ts';
import { isRejection, loginOutcomeSchema } from '#shared/api.ts';
import { storageKeys } from '#shared/client-defaults.ts';
import type { SignInResult } from '#shared/session.ts';
import { type Session, sessionSchema, tokenPayloadSchema } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import type { Platform } from './platform.ts';

/** Section 3 of the specification: the login response's fields and the token's payload. */
const sessionRecordSchema = sessionSchema.extend({ token: z.string().min(1) }).loose();
type SessionRecord = z.infer<typeof sessionRecordSchema>;

const unexpectedResponseMessage = 'The server sent an unexpected response';
const unreachableMessage = 'Can’t reach the server. Check your connection and try again.';

const readRecord = (): SessionRecord | null => {
  try {
    const stored = localStorage.getItem(storageKeys.session);
    return stored === null ? null : sessionRecordSchema.parse(JSON.parse(stored));
  } catch (error) {
    console.error('The stored session could not be read', error);
    return null;
  }
};

const toSession = ({ userId, role, user }: SessionRecord): Session => ({ userId, role, user });

const storeSession = (response: Record<string, unknown> & { token: string }): Session => {
  const { userId, role, user } = tokenPayloadSchema.parse(decodeJwt(response.token));
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

/** Accepts every status: only an unreachable server throws. */
const api = axios.create({ baseURL: '/v1', validateStatus: () => true });

/** Sends a login and stores the session. The login response's fields belong to the session (section 3). */
export const sendLogin = async (path: string, body: object): Promise<SignInResult> => {
  try {
    const { data } = await api.post<unknown>(path, body);
    const { needsCode, ...response } = loginOutcomeSchema.parse(data);
    if (!response.success) {
      const { message, mustChangePassword, errors } = response;
      return { success: false, message, session: null, needsCode, mustChangePassword, errors };
    }
    return { success: true, message: response.message, session: storeSession(response) };
  } catch (error) {
    const message = axios.isAxiosError(error) ? unreachableMessage : unexpectedResponseMessage;
    return { success: false, message, session: null };
  }
};

const signIn: Platform['session']['signIn'] = (credentials) => sendLogin('/user/login', credentials);

const getStored: Platform['session']['getStored'] = async () => {
  const record = readRecord();
  return record && toSession(record);
};

const authorizationResponseSchema = z.looseObject({ token: z.string().min(1) });

const refresh: Platform['session']['refresh'] = async () => {
  const record = readRecord();
  if (!record) return { state: 'signedOut' };
  try {
    const { status, data } = await api.get<unknown>('/user/authorization', {
      headers: getAuthHeaders(),
    });
    if (isRejection({ status, body: data })) {
      localStorage.removeItem(storageKeys.session);
      return { state: 'rejected' };
    }
    return {
      state: 'signedIn',
      session: storeSession({ ...record, ...authorizationResponseSchema.parse(data) }),
    };
  } catch {
    return { state: 'unreachable', message: texts.login.authorizationFailed, session: toSession(record) };
  }
};

const signOut: Platform['session']['signOut'] = async ({ canRevoke }) => {
  const headers = getAuthHeaders();
  localStorage.removeItem(storageKeys.session);
  // The session is cleared here even if the server is unreachable.
  if (canRevoke) await api.post('/user/logout', {}, { headers }).catch(() => undefined);
};

/** In memory only, so that drafts and cached responses can't be read without a valid session. */
const getStorageKey: Platform['session']['getStorageKey'] = async () => {
  const headers = getAuthHeaders();
  const response = await api.get<unknown>('/user/storage-key', { headers }).catch(() => null);
  const parsed = storageKeyResponseSchema.safeParse(response?.data);
  return parsed.success ? { state: 'known', key: parsed.data.data.key } : { state: 'unavailable' };
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
