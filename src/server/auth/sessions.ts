import { createSecretKey } from 'node:crypto';
import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import type { SessionEnd } from '#shared/api.ts';
import type { Role } from '#shared/permissions.ts';
import { type Session, tokenPayloadSchema } from '#shared/session.ts';
import { newId } from '../database/ids.ts';
import type { Database, UserTable } from '../database/tables.ts';
import { toSession } from './accounts.ts';
import { isTwoFactorMissing, selectTwoFactorState } from './two-factor-policy.ts';

const algorithm = 'HS256';

type Verified = { sessionId: string; expiresAt: number };

type TokenClaims = Verified & { session: Session };

const maxCached = 1000;

const isExpired = ({ expiresAt }: Verified): boolean => expiresAt <= Date.now();

export const createTokens = (secret: Uint8Array) => {
  // A KeyObject is imported once; raw bytes would be imported on every request.
  const key = createSecretKey(secret);
  // Cache of verified tokens: verifying one again would make every request wait for another thread.
  const verified = new Map<string, Verified>();
  return {
    /** `expiresAt` is the latest end of the session; the database knows if it ends earlier. */
    issue: ({ sessionId, session, expiresAt }: TokenClaims): Promise<string> =>
      new SignJWT({ ...session })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(new Date(expiresAt))
        .sign(key),
    /** Returns the session id of a token; null if the token is forged, malformed or expired. */
    verify: async (token: string): Promise<Verified | null> => {
      const existing = verified.get(token);
      if (existing) return isExpired(existing) ? null : existing;
      const signed = await jwtVerify(token, key, { algorithms: [algorithm] }).catch(() => null);
      const payload = tokenPayloadSchema.safeParse(signed?.payload);
      const { jti, exp } = payload.data ?? {};
      if (!jti || !exp) return null;
      const claims = { sessionId: jti, expiresAt: exp * 1000 };
      if (verified.size >= maxCached) verified.clear();
      verified.set(token, claims);
      return claims;
    },
  };
};

export type Tokens = ReturnType<typeof createTokens>;

/** Session of a request, with the current data of its user. */
export type ActiveSession = {
  sessionId: string;
  session: Session;
  createdAt: string;
  /** Whether the user entered the password recently enough for changes of accounts. */
  isConfirmed: boolean;
  /** The user's role requires two-factor login, which isn't set up: only routes for `anySession` accept the session. */
  isTwoFactorMissing: boolean;
};

/** How long a session lasts after the login and after its last use. */
export type SessionLifetime = { maxDays: number; idleDays: number };

export const defaultSessionLifetime: SessionLifetime = { maxDays: 30, idleDays: 7 };

/** The client that logs in, shown in the list of sessions. */
export type SessionClient = { device: string | null; address: string };

export type SessionContext = { database: Database; tokens: Tokens; lifetime: SessionLifetime };

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const confirmationMs = 5 * minute;
/** `lastSeenAt` is at most this much too old, so that few requests write. */
const lastSeenPrecisionMs = 5 * minute;
const maxDeviceLength = 500;

const toTime = (ms: number): string => new Date(ms).toISOString();

const getEnd = (createdAt: string, { maxDays }: SessionLifetime) => Date.parse(createdAt) + maxDays * day;

const getExpiry = (createdAt: string, lifetime: SessionLifetime) =>
  toTime(Math.min(getEnd(createdAt, lifetime), Date.now() + lifetime.idleDays * day));

/** Returns a token with the current data of the user. Only using the session extends it. */
export const issueToken = (
  { tokens, lifetime }: SessionContext,
  active: Pick<ActiveSession, 'sessionId' | 'session' | 'createdAt'>,
): Promise<string> => tokens.issue({ ...active, expiresAt: getEnd(active.createdAt, lifetime) });

/** Begins a session after a login with the password or a passkey, which also confirms it. */
export const beginSession = async (
  context: SessionContext,
  { user, client }: { user: UserTable; client: SessionClient },
): Promise<string> => {
  const sessionId = newId();
  const createdAt = toTime(Date.now());
  await context.database
    .insertInto('session')
    .values({
      _id: sessionId,
      userId: user._id,
      createdAt,
      lastSeenAt: createdAt,
      confirmedAt: createdAt,
      expiresAt: getExpiry(createdAt, context.lifetime),
      revokedAt: null,
      address: client.address,
      device: client.device?.slice(0, maxDeviceLength) ?? null,
    })
    .execute();
  return issueToken(context, { sessionId, session: toSession(user), createdAt });
};

const selectActive = (database: Database) =>
  database
    .selectFrom('user')
    .innerJoin('session', 'session.userId', 'user._id')
    .select(['user._id', 'name', 'email', 'phone', 'role'])
    .select(selectTwoFactorState)
    .where('status', '=', 'ACTIVE')
    .where('role', '!=', 'USER')
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', toTime(Date.now()));

/** The roles of the users of those sessions that haven't ended, by session id. */
export const findSessionRoles = async (
  database: Database,
  sessionIds: readonly string[],
): Promise<Map<string, Role>> => {
  const stored = await selectActive(database)
    .select('session._id as sessionId')
    .where('session._id', 'in', sessionIds)
    .execute();
  return new Map(
    stored.flatMap(({ sessionId, ...user }) =>
      isTwoFactorMissing(user) ? [] : [[sessionId, toSession(user).role] as const],
    ),
  );
};

const isRecent = (time: string | null, withinMs: number) =>
  // A time in the future is of a clock that was wrong.
  time !== null && Math.abs(Date.now() - Date.parse(time)) < withinMs;

const touch = async ({ database, lifetime }: SessionContext, sessionId: string, createdAt: string) => {
  await database
    .updateTable('session')
    .set({ lastSeenAt: toTime(Date.now()), expiresAt: getExpiry(createdAt, lifetime) })
    .where('_id', '=', sessionId)
    .execute()
    // A request that only reads must work even if the database can't be written to.
    .catch(() => undefined);
};

/** Returns the session of a token; null if it has ended or its account may no longer sign in. */
export const findSession = async (context: SessionContext, token: string): Promise<ActiveSession | null> => {
  const verified = await context.tokens.verify(token);
  if (!verified) return null;
  const { sessionId } = verified;
  const found = await selectActive(context.database)
    .select(['session.createdAt', 'lastSeenAt', 'session.confirmedAt'])
    .where('session._id', '=', sessionId)
    .executeTakeFirst();
  if (!found) return null;
  const { createdAt, lastSeenAt, confirmedAt } = found;
  if (!isRecent(lastSeenAt, lastSeenPrecisionMs)) await touch(context, sessionId, createdAt);
  return {
    sessionId,
    createdAt,
    session: toSession(found),
    isConfirmed: isRecent(confirmedAt, confirmationMs),
    isTwoFactorMissing: isTwoFactorMissing(found),
  };
};

/** Records that the user has just entered the password in this session. */
export const confirmSession = async (database: Database, sessionId: string): Promise<void> => {
  await database
    .updateTable('session')
    .set({ confirmedAt: toTime(Date.now()) })
    .where('_id', '=', sessionId)
    .execute();
};

export const listSessions = (database: Database, userId: string) =>
  database
    .selectFrom('session')
    .select(['_id', 'device', 'address', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', toTime(Date.now()))
    .orderBy('lastSeenAt', 'desc')
    .execute();

const revoke = (database: Database, userId: string) =>
  database
    .updateTable('session')
    .set({ revokedAt: toTime(Date.now()) })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null);

/** Ends a session of a user. Returns false if the user has no such session. */
export const revokeSession = async (
  database: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await revoke(database, userId).where('_id', '=', sessionId).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Ends the sessions of a user, except the one to keep. */
export const revokeUserSessions = async (
  database: Database,
  userId: string,
  { except = '' }: { except?: string } = {},
): Promise<void> => {
  await revoke(database, userId).where('_id', '!=', except).execute();
};

export const deleteExpiredSessions = async (database: Database): Promise<void> => {
  const now = toTime(Date.now());
  await database
    .deleteFrom('session')
    .where((where) => where.or([where('expiresAt', '<', now), where('revokedAt', 'is not', null)]))
    .execute();
};

/** Why the session of a genuine, unexpired token was ended by a change of its account; null for any other reason. */
export const findSessionEnd = async (
  { database, tokens }: { database: Database; tokens: Tokens },
  token: string,
): Promise<{ message: string; data: SessionEnd } | null> => {
  if (!(await tokens.verify(token))) return null;
  const { userId, role } = decodeJwt(token);
  const account = await database
    .selectFrom('user')
    .select(['status', 'role'])
    .where('_id', '=', String(userId))
    .executeTakeFirst();
  const off = (message: string) => ({ message, data: { isAccountOff: true } });
  if (!account) return off('Your account was deleted. Contact an admin.');
  if (account.status !== 'ACTIVE') return off('Your account was deactivated. Contact an admin.');
  if (account.role === 'USER') return off('Your role was changed to one that can’t log in. Contact an admin.');
  if (account.role === role) return null;
  return { message: 'Your role was changed. Log in again.', data: { isRoleChanged: true } };
};
