import { decodeJwt } from 'jose';
import { z } from 'zod';
import { storageKeyResponseSchema } from '#shared/account.ts';
import { loginOutcomeSchema, metaSchema } from '#shared/api.ts';
import type { Authorization, IpcInput, IpcOutput, StorageKey } from '#shared/ipc.ts';
import { loadOnce } from '#shared/load-once.ts';
import { getEndReason, isRejection } from '#shared/rejections.ts';
import { type Credentials, type Session, sessionSchema, tokenPayloadSchema } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import { log } from '../log.ts';
import type { ApiServer } from './api-server.ts';
import type { SessionStore } from './session-store.ts';
import { answerTimeout, readJson, requestUpstream, ServerUnreachableError, type UpstreamRequest } from './upstream.ts';

type ApiResponse = { status: number; body: unknown };

const authorizationResponseSchema = z.looseObject({ token: z.string().min(1) });

const decodeToken = (token: string) => tokenPayloadSchema.parse(decodeJwt(token));

/** Decodes the session of an unexpired token. The server may still reject it. */
const decodeStoredToken = (token: string): Session | null => {
  try {
    const { exp = Number.POSITIVE_INFINITY, ...payload } = decodeToken(token);
    return exp * 1000 > Date.now() ? sessionSchema.parse(payload) : null;
  } catch {
    return null;
  }
};

const systems: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Windows',
  darwin: 'Macintosh',
  linux: 'Linux',
};

/** Describes this app in the user's list of sessions. */
const userAgent = `CatalogueBackOffice (${systems[process.platform] ?? process.platform})`;

type SessionOptions = {
  server: Pick<ApiServer, 'target'>;
  store: SessionStore;
  onChange?: () => void;
};

/** The app's session, and the only place that knows the token. */
export const createSessionManager = ({ server, store, onChange }: SessionOptions) => {
  let token: string | null = null;
  /** The key of the token's user. */
  let storageKey: string | null = null;
  let authorizing: Promise<Authorization> | undefined;
  /** Incremented when the server changes, so that late responses of the previous server are ignored. */
  let epoch = 0;

  const load = loadOnce(async () => {
    const startEpoch = epoch;
    const stored = await store.read('token');
    if (epoch === startEpoch) token ??= stored;
  });

  const reset = (): void => {
    epoch += 1;
    token = null;
    storageKey = null;
    load.forget();
    authorizing = undefined;
    onChange?.();
  };

  const isSignedIn = (): boolean => token !== null;

  /** Returns the stored session without asking the server. */
  const getStored = async (): Promise<Session | null> => {
    await load();
    return token === null ? null : decodeStoredToken(token);
  };

  /** Without the token for a page that still shows another user. */
  const authorizationHeaders = (pageUser?: string | null): Record<string, string> => {
    if (token === null || (pageUser && decodeJwt(token).userId !== pageUser)) return {};
    return { authorization: `Bearer ${token}` };
  };

  const request = async (method: string, path: string, body?: object): Promise<ApiResponse> => {
    // Read before the first await, because signing out clears the token while its last request is pending.
    const authorization = authorizationHeaders();
    const target = await server.target();
    const json = body && Buffer.from(JSON.stringify(body));
    const upstreamResponse = await requestUpstream({
      target,
      method,
      path,
      timeout: answerTimeout,
      headers: {
        ...authorization,
        'user-agent': userAgent,
        ...(json && { 'content-type': 'application/json', 'content-length': json.byteLength }),
      },
      ...(json && { body: json }),
    });
    return { status: upstreamResponse.statusCode ?? 0, body: await readJson(upstreamResponse) };
  };

  const clearSession = (): void => {
    token = null;
    storageKey = null;
    onChange?.();
    store.clear();
  };

  /** Decodes the token first, so that an unreadable one is never stored. */
  const storeToken = async (newToken: string): Promise<Session> => {
    const session = sessionSchema.parse(decodeToken(newToken));
    // Without a token, a key may still be left that was stored while its user signed out.
    if (token === null || decodeStoredToken(token)?.userId !== session.userId) clearSession();
    token = newToken;
    onChange?.();
    await store.write('token', newToken);
    return session;
  };

  const toMessage = (error: unknown): string => {
    if (error instanceof ServerUnreachableError) return error.message;
    log.error('The server sent an unexpected response to a login');
    return 'The server sent an unexpected response';
  };

  const signIn = async (credentials: Credentials): Promise<IpcOutput<'signIn'>> => {
    const startEpoch = epoch;
    try {
      const { body } = await request('POST', '/v1/user/login', credentials);
      if (epoch !== startEpoch)
        return { success: false, message: 'The server was changed. Log in again.', session: null };
      const outcome = loginOutcomeSchema.parse(body);
      if (!outcome.success) {
        const { message, needsCode, mustChangePassword, errors } = outcome;
        return { success: false, message, session: null, needsCode, mustChangePassword, errors };
      }
      return {
        success: true,
        message: outcome.message,
        session: await storeToken(outcome.token),
      };
    } catch (error) {
      return { success: false, message: toMessage(error), session: null };
    }
  };

  const fetchAuthorization = async (): Promise<Authorization> => {
    await load();
    const sentToken = token;
    if (sentToken === null) return { state: 'signedOut' };
    try {
      const { status, body } = await request('GET', '/v1/user/authorization');
      // The token changed meanwhile: a late response must not restore a session that was signed out.
      if (token !== sentToken) return token === null ? { state: 'signedOut' } : await fetchAuthorization();
      if (isRejection({ status, body })) {
        clearSession();
        return { state: 'rejected', reason: getEndReason(body) };
      }
      return { state: 'signedIn', session: await storeToken(authorizationResponseSchema.parse(body).token) };
    } catch (error) {
      toMessage(error);
      return {
        state: 'unreachable',
        message: texts.login.authorizationFailed,
        session: decodeStoredToken(sentToken),
      };
    }
  };

  /** Concurrent calls share one request, because each response brings a new token and only the last is valid. */
  const authorize = (): Promise<Authorization> => {
    if (authorizing) return authorizing;
    const promise = fetchAuthorization().finally(() => {
      if (authorizing === promise) authorizing = undefined;
    });
    authorizing = promise;
    return promise;
  };

  const fetchStorageKey = async (): Promise<StorageKey> => {
    const meta = metaSchema.safeParse((await request('GET', '/v1/meta')).body);
    if (!meta.success) return { state: 'unsupported' };
    const response = storageKeyResponseSchema.safeParse((await request('GET', '/v1/user/storage-key')).body);
    return response.success ? { state: 'known', key: response.data.data.key } : { state: 'unavailable' };
  };

  const getStorageKey = async (): Promise<StorageKey> => {
    await load();
    const sentToken = token;
    if (sentToken === null) return { state: 'unavailable' };
    const stored = storageKey ?? (await store.read('storageKey'));
    const result: StorageKey =
      stored === null
        ? await fetchStorageKey().catch(() => ({ state: 'unavailable' }) as const)
        : { state: 'known', key: stored };
    // The token changed meanwhile: the key may be that of another user.
    if (token !== sentToken) return getStorageKey();
    if (result.state !== 'known' || result.key === storageKey) return result;
    storageKey = result.key;
    await store.write('storageKey', storageKey);
    return result;
  };

  const signOut = async ({ canRevoke }: IpcInput<'signOut'>): Promise<void> => {
    await load();
    // The request still carries the token, but clearing it doesn't wait for the response.
    const shouldRevoke = canRevoke && token !== null;
    const revocation = shouldRevoke ? request('POST', '/v1/user/logout').catch(() => undefined) : undefined;
    clearSession();
    await revocation;
  };

  return {
    signIn,
    getStored,
    authorize,
    getStorageKey,
    signOut,
    load: () => load(),
    reset,
    isSignedIn,
    authorizationHeaders,
  };
};

export type SessionManager = ReturnType<typeof createSessionManager>;

type Sender = {
  server: Pick<ApiServer, 'target'>;
  session: Pick<SessionManager, 'load' | 'authorizationHeaders'>;
};

/** Returns a function that sends a page's requests with the token, unless the page still shows another user. */
export const createSender =
  ({ server, session }: Sender) =>
  async ({ userId, headers, ...request }: Omit<UpstreamRequest, 'target'> & { userId: string | null | undefined }) => {
    await session.load();
    // Awaited last, so that the token belongs to this server.
    const target = await server.target();
    return requestUpstream({ ...request, target, headers: { ...headers, ...session.authorizationHeaders(userId) } });
  };

export type Send = ReturnType<typeof createSender>;
