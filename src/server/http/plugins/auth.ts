import type { FastifyRequest } from 'fastify';
import type { AuditEvent } from '#shared/audit.ts';
import { type Action, can } from '#shared/permissions.ts';
import { type ActiveSession, findSession, findSessionEnd, type SessionContext } from '../../auth/sessions.ts';
import { AppError } from '../../lib/app-error.ts';
import { assertConfirmed } from '../../records/hooks.ts';
import type { App } from '../route.ts';
import type { InFlightTracker } from './in-flight.ts';

/**
 * Access to a route: for everyone, for signed-in users, or for roles with a permission. `anySession` includes users who
 * must set up two-factor login before anything else. `isConfirmed`: only if the user has just entered the password, so
 * that an old or stolen session can't take over an account.
 */
export type Access =
  | 'public'
  | 'anySession'
  | 'signedIn'
  | (({ session: 'anySession' | 'signedIn' } | { resource: string; action: Action }) & {
      isConfirmed?: true;
    });

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyContextConfig {
    access?: Access;
    /** The response must not be stored for repeated requests, because it contains secrets. */
    isSecret?: boolean;
    /** It can end a user's access, so it works on a full disk, too. */
    endsAccess?: boolean;
    /** Recorded in the audit log for each request of a signed-in user. */
    event?: AuditEvent;
    /** Load balancers may call it under any host name and as often as they like, and it isn't logged. */
    isHealthCheck?: boolean;
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyRequest {
    active: ActiveSession | null;
  }
}

type AuthOptions = { sessions: SessionContext; inFlight: InFlightTracker };

export const forbiddenError = (): AppError => new AppError('forbidden', 'You don’t have permission to do this');

const getBearerToken = (request: FastifyRequest) =>
  /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];

export const requireSession = (request: FastifyRequest): ActiveSession => {
  if (!request.active) throw new AppError('unauthenticated', 'Log in to continue');
  return request.active;
};

const twoFactorNeededError = () =>
  new AppError('forbidden', 'Set up two-factor login to continue', { extra: { needsTwoFactor: true } });

const assertAllowed = (access: Exclude<Access, 'public'>, active: ActiveSession) => {
  const rule = typeof access === 'string' ? { session: access } : access;
  const isAnySession = 'session' in rule && rule.session === 'anySession';
  if (!isAnySession && active.isTwoFactorMissing) throw twoFactorNeededError();
  if ('resource' in rule && !can({ role: active.session.role, ...rule })) throw forbiddenError();
  if (rule.isConfirmed) assertConfirmed(active);
};

/** Requires a session on every route that isn't public. Runs before the body is read. */
export const addAuth = (app: App, { sessions, inFlight }: AuthOptions): void => {
  app.decorateRequest('active', null);
  app.addHook('onRequest', async (request) => {
    if (request.is404) return;
    const access = request.routeOptions.config.access ?? 'signedIn';
    if (access === 'public') return;
    const token = getBearerToken(request);
    request.active = token ? await inFlight.track(findSession(sessions, token)) : null;
    const end = token && !request.active && (await findSessionEnd(sessions, token));
    if (end) throw new AppError('unauthenticated', end.message, end);
    const active = requireSession(request);
    request.log = request.log.child({ userId: active.session.userId });
    assertAllowed(access, active);
  });
};
