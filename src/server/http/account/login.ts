import type { FastifyRequest } from 'fastify';
import { loginFailureSchema, loginResponseSchema, setupRequestSchema, setupStateSchema } from '#shared/api.ts';
import { credentialsSchema } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import { type Audit, recordLogins } from '../../audit/record.ts';
import { isSetupNeeded } from '../../auth/accounts.ts';
import type { Login } from '../../auth/login.ts';
import { issueToken, revokeSession, type SessionClient, type SessionContext } from '../../auth/sessions.ts';
import type { DatabaseHandle } from '../../database/database-handle.ts';
import { AppError } from '../../lib/app-error.ts';
import type { InitialSetup, SetupCode } from '../../setup/initial-setup.ts';
import { type App, addRoute, errorResponse } from '../route.ts';

type AccountsOptions = {
  databaseHandle: DatabaseHandle;
  sessions: SessionContext;
  login: Login;
  initialSetup: InitialSetup;
  /** Null if only this computer can reach the server. */
  setupCode: SetupCode | null;
  audit: Audit;
};

export const loginErrorResponses = Object.fromEntries(
  ([400, 401, 403, 429] as const).map((status) => [
    status,
    errorResponse(status, { schema: loginFailureSchema, example: { token: '' } }),
  ]),
);

/** The specification's responses to failed logins have an empty token. */
export const withEmptyToken = (error: AppError): AppError =>
  new AppError(error.code, error.message, { ...error, extra: { ...error.extra, token: '' } });

export const getClient = ({ headers, ip }: FastifyRequest): SessionClient => ({
  device: headers['user-agent'] ?? null,
  address: ip,
});

export const addAccounts = (
  app: App,
  { databaseHandle, sessions, login, initialSetup, setupCode, audit }: AccountsOptions,
): void => {
  const { database } = databaseHandle;
  const logins = recordLogins({ audit, database });

  addRoute(app, {
    url: 'GET /v1/setup',
    access: 'public',
    summary: 'Check whether the first admin account still has to be created',
    response: setupStateSchema,
    handle: async (_request, _active, reply) => {
      const needed = await isSetupNeeded(database);
      return reply.send({ needed, ...(needed && setupCode && { needsCode: true }) });
    },
  });

  addRoute(app, {
    url: 'POST /v1/setup',
    access: 'public',
    summary: 'Create the first admin account; fails if one exists',
    body: setupRequestSchema,
    errors: [409],
    handle: async ({ body, ip }) => {
      setupCode?.assert(body.code);
      await initialSetup(body);
      audit.record({ event: 'setup', address: ip });
      return { message: 'Admin account created. Log in to continue.' };
    },
  });

  addRoute(app, {
    url: 'POST /v1/user/login',
    access: 'public',
    summary: 'Log in with an email address or phone number',
    body: credentialsSchema,
    response: loginResponseSchema,
    otherResponses: loginErrorResponses,
    handle: async (request) => {
      const attempt = { credentials: request.body, address: request.ip };
      try {
        const token = await login({ credentials: request.body, client: getClient(request) });
        logins.succeeded(attempt);
        return { message: texts.login.success, token };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        logins.failed(attempt, error);
        throw withEmptyToken(error);
      }
    },
  });

  addRoute(app, {
    url: 'GET /v1/user/authorization',
    access: 'anySession',
    summary: 'Validate the session and issue a new token',
    response: loginResponseSchema,
    handle: async (_request, active) => {
      const token = await issueToken(sessions, active);
      return { message: 'Authorised', token };
    },
  });

  addRoute(app, {
    url: 'POST /v1/user/logout',
    access: 'anySession',
    endsAccess: true,
    summary: 'Log out and revoke the session',
    handle: async (request, { sessionId, session }, reply) => {
      await revokeSession(database, { userId: session.userId, sessionId });
      audit.record({ event: 'signOut', userId: session.userId, address: request.ip });
      // Not "storage", which would delete the drafts and settings of other users, too: see ADR 38.
      reply.header('clear-site-data', '"cache"');
      return { message: 'Logged out' };
    },
  });
};
