import { decodeJwt } from 'jose';
import { storageKeyResponseSchema } from '#shared/account.ts';
import { metaSchema } from '#shared/api.ts';
import type { Authorization, IpcInput, StorageKey } from '#shared/ipc.ts';
import { loadOnce } from '#shared/load-once.ts';
import { type Credentials, type Session, sessionSchema, tokenPayloadSchema } from '#shared/session.ts';
import { createSessionClient, type SessionHost, type TokenResponse } from '#shared/session-client.ts';
import { log } from '../log.ts';
import type { ApiServer } from './api-server.ts';
import type { SessionStore } from './session-store.ts';
import { answerTimeout, readJson, requestUpstream, ServerUnreachableError, type UpstreamRequest } from './upstream.ts';

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

  const getSession = (): Session | null => (token === null ? null : decodeStoredToken(token));

  /** Without the token for a page that still shows another user. */
  const authorizationHeaders = (pageUser?: string | null): Record<string, string> => {
    if (token === null || (pageUser && decodeJwt(token).userId !== pageUser)) return {};
    return { authorization: `Bearer ${token}` };
  };

  const sendOwn: SessionHost['send'] = async ({ method, path, token: sentToken, body }) => {
    const startEpoch = epoch;
    const json = body && Buffer.from(JSON.stringify(body));
    const response = await requestUpstream({
      target: await server.target(),
      method,
      path: `/v1${path}`,
      timeout: answerTimeout,
      headers: {
        ...(sentToken !== null && { authorization: `Bearer ${sentToken}` }),
        'user-agent': userAgent,
        ...(json && { 'content-type': 'application/json', 'content-length': json.byteLength }),
      },
      ...(json && { body: json }),
    });
    const parsed = { status: response.statusCode ?? 0, body: await readJson(response) };
    if (epoch !== startEpoch) throw new ServerUnreachableError('The server was changed. Log in again.');
    return parsed;
  };

  const clearSession = (): void => {
    token = null;
    storageKey = null;
    onChange?.();
    store.clear();
  };

  /** Decodes the token first, so that an unreadable one is never stored. */
  const storeToken = async ({ token: newToken }: TokenResponse): Promise<Session> => {
    const session = sessionSchema.parse(decodeToken(newToken));
    // Without a token, a key may still be left that was stored while its user signed out.
    if (getSession()?.userId !== session.userId) clearSession();
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

  const client = createSessionClient({
    send: sendOwn,
    getToken: () => token,
    getSession,
    store: storeToken,
    clear: clearSession,
    describeError: toMessage,
  });

  /** Concurrent calls share one request, because each response brings a new token and only the last is valid. */
  const authorize = (): Promise<Authorization> => {
    if (authorizing) return authorizing;
    const promise = load()
      .then(client.refresh)
      .finally(() => {
        if (authorizing === promise) authorizing = undefined;
      });
    authorizing = promise;
    return promise;
  };

  const fetchStorageKey = async (): Promise<StorageKey> => {
    const meta = metaSchema.safeParse((await sendOwn({ method: 'GET', path: '/meta', token })).body);
    if (!meta.success) return { state: 'unsupported' };
    const response = storageKeyResponseSchema.safeParse(
      (await sendOwn({ method: 'GET', path: '/user/storage-key', token })).body,
    );
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

  return {
    signIn: (credentials: Credentials) => client.signIn('/user/login', credentials),
    /** The stored session, without asking the server. */
    getStored: () => load().then(getSession),
    authorize,
    getStorageKey,
    signOut: (options: IpcInput<'signOut'>) => load().then(() => client.signOut(options)),
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
