import type { FastifyRequest } from 'fastify';
import { can, type Role } from '#shared/permissions.ts';
import { findResource, resources } from '#shared/resources/index.ts';
import { type ActiveSession, findSession, findSessionEnd, type SessionContext } from '../../auth/sessions.ts';
import { AppError, validationError } from '../../lib/app-error.ts';
import { assertConfirmed } from '../../records/hooks.ts';
import type { Access, App } from '../route.ts';
import type { InFlightTracker } from './in-flight.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyRequest {
    active: ActiveSession | null;
  }
}

type AuthOptions = { sessions: SessionContext; inFlight: InFlightTracker };

export const forbiddenError = (): AppError => new AppError('forbidden', 'You don’t have permission to do this');

const getBearerToken = (request: FastifyRequest) =>
  /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Throws unless a role may read the resource of that name. */
export const assertReadable = (role: Role, resource: string): void => {
  if (!findResource(resource)) throw validationError([{ field: 'resource', message: 'This type of item is unknown' }]);
  if (!can({ role, action: 'read', resource })) throw forbiddenError();
};

/** Names of the resources that a role may read. */
export const listReadable = (role: Role): string[] =>
  resources.map(({ name }) => name).filter((resource) => can({ role, action: 'read', resource }));

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
