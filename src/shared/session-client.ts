import * as z from 'zod/mini';
import type { Authorization } from './ipc.ts';
import { getEndReason, isRejection } from './rejections.ts';
import type { Session, SignInResult } from './session.ts';
import { texts } from './texts.ts';

const tokenSchema = z.looseObject({ token: z.string().check(z.minLength(1)) });

/** A response with the token of a session. */
export type TokenResponse = z.infer<typeof tokenSchema>;

/** A login's response: a failure may lack the token, and any response may lack the message. */
const loginSchema = z.looseObject({
  success: z.boolean(),
  token: z._default(z.string(), ''),
  message: z._default(z.string(), ''),
  needsCode: z.catch(z.optional(z.boolean()), undefined),
  mustChangePassword: z.catch(z.optional(z.boolean()), undefined),
  errors: z.catch(z.optional(z.array(z.object({ field: z.string(), message: z.string() }))), undefined),
});

type SessionRequest = { method: 'GET' | 'POST'; path: string; token: string | null; body?: object };

export type SessionHost = {
  /** Sends a request with this token only. Rejects without a response. */
  send: (request: SessionRequest) => Promise<{ status: number; body: unknown }>;
  getToken: () => string | null;
  getSession: () => Session | null;
  /** Stores the token and returns its session. Rejects if it can't be read, or if a new one can't be stored. */
  store: (response: TokenResponse, options: { isRenewal: boolean }) => Promise<Session>;
  clear: () => void;
  /** The message for a login that failed without a usable response. */
  describeError: (error: unknown) => string;
};

/** Begins, renews and ends the session of a browser, or of the desktop app, whose main process keeps the token. */
export const createSessionClient = ({ send, getToken, getSession, store, clear, describeError }: SessionHost) => {
  const signIn = async (path: string, login: object): Promise<SignInResult> => {
    try {
      const { body } = await send({ method: 'POST', path, token: null, body: login });
      const { needsCode, ...response } = loginSchema.parse(body);
      const { success, message, mustChangePassword, errors } = response;
      if (!success) return { success, message, session: null, needsCode, mustChangePassword, errors };
      return { success, message, session: await store(response, { isRenewal: false }) };
    } catch (error) {
      return { success: false, message: describeError(error), session: null };
    }
  };

  const refresh = async (): Promise<Authorization> => {
    const token = getToken();
    if (token === null) return { state: 'signedOut' };
    const response = await send({ method: 'GET', path: '/user/authorization', token }).catch(() => null);
    // A login or logout meanwhile: the response is about a session that has ended.
    if (getToken() !== token) return refresh();
    if (response && isRejection(response)) {
      clear();
      return { state: 'rejected', reason: getEndReason(response.body) };
    }
    try {
      return { state: 'signedIn', session: await store(tokenSchema.parse(response?.body), { isRenewal: true }) };
    } catch {
      return { state: 'unreachable', message: texts.login.authorizationFailed, session: getSession() };
    }
  };

  const signOut = async ({ canRevoke }: { canRevoke: boolean }): Promise<void> => {
    const token = getToken();
    if (token === null) return;
    const revocation = canRevoke && send({ method: 'POST', path: '/user/logout', token, body: {} });
    // The session ends here even if the server is unreachable.
    clear();
    if (revocation) await revocation.catch(() => undefined);
  };

  return { signIn, refresh, signOut };
};
