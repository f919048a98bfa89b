import type { FastifyRequest } from 'fastify';
import type { AccountOff } from '#shared/api.ts';
import { type Action, can } from '#shared/permissions.ts';
import { isAccountOff } from '../../auth/account-off.ts';
import { type ActiveSession, findSession } from '../../auth/sessions.ts';
import type { Tokens } from '../../auth/tokens.ts';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import type { App } from '../app.ts';
import type { InFlightTracker } from './in-flight.ts';

/** Access to a route: for everyone, for signed-in users, or for roles with a permission. */
export type Access = 'public' | 'signedIn' | { resource: string; action: Action };

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyContextConfig {
    access?: Access;
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyRequest {
    active: ActiveSession | null;
  }
}

type AuthOptions = { database: Database; tokens: Tokens; inFlight: InFlightTracker };

export const forbiddenError = (): AppError =>
  new AppError('forbidden', 'You don’t have permission to do this');

const accountOffError = (): AppError =>
  new AppError('unauthenticated', 'This account can’t log in anymore. Contact an admin.', {
    data: { isAccountOff: true } satisfies AccountOff,
  });

const getBearerToken = (request: FastifyRequest) =>
  /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];

export const requireSession = (request: FastifyRequest): ActiveSession => {
  if (!request.active) throw new AppError('unauthenticated', 'Log in to continue');
  return request.active;
};

const assertAllowed = (access: Exclude<Access, 'public'>, active: ActiveSession) => {
  if (access === 'signedIn' || can({ role: active.session.role, ...access })) return;
  throw forbiddenError();
};

/** Requires a session on every route that isn't public. Runs before the body is read. */
export const addAuth = (app: App, { database, tokens, inFlight }: AuthOptions): void => {
  app.decorateRequest('active', null);
  app.addHook('onRequest', async (request) => {
    if (request.is404) return;
    const access = request.routeOptions.config.access ?? 'signedIn';
    if (access === 'public') return;
    const token = getBearerToken(request);
    request.active = token ? await inFlight.track(findSession({ database, tokens }, token)) : null;
    if (token && !request.active && (await isAccountOff({ database, tokens }, token)))
      throw accountOffError();
    const active = requireSession(request);
    request.log = request.log.child({ userId: active.session.userId });
    assertAllowed(access, active);
  });
};
