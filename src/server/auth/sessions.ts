import { v7 } from 'uuid';
import type { Session } from '#shared/session.ts';
import type { Database, UserTable } from '../database/tables.ts';
import { sessionOf } from './accounts.ts';
import { sessionSeconds, type Tokens } from './tokens.ts';

/** Who asks: the session of a request, as the database knows it at this moment. */
export type ActiveSession = { sessionId: string; session: Session };

const expiry = () => new Date(Date.now() + sessionSeconds * 1000).toISOString();

/** Begins a session and gives its token. */
export const beginSession = async ({
  database,
  tokens,
  user,
}: {
  database: Database;
  tokens: Tokens;
  user: UserTable;
}): Promise<string> => {
  const sessionId = v7();
  await database
    .insertInto('session')
    .values({
      _id: sessionId,
      userId: user._id,
      createdAt: new Date().toISOString(),
      expiresAt: expiry(),
      revokedAt: null,
    })
    .execute();
  return tokens.issue({ sessionId, session: sessionOf(user) });
};

/** The session of a token, unless it was revoked or its account may no longer sign in. */
export const findSession = async ({
  database,
  tokens,
  token,
}: {
  database: Database;
  tokens: Tokens;
  token: string;
}): Promise<ActiveSession | null> => {
  const verified = await tokens.verify(token);
  if (!verified) return null;
  const user = await database
    .selectFrom('session')
    .innerJoin('user', 'user._id', 'session.userId')
    .select(['user._id', 'user.name', 'user.email', 'user.phone', 'user.role'])
    .where('session._id', '=', verified.sessionId)
    .where('session.revokedAt', 'is', null)
    .where('session.expiresAt', '>', new Date().toISOString())
    .where('user.status', '=', 'ACTIVE')
    .where('user.role', '!=', 'USER')
    .executeTakeFirst();
  return user ? { sessionId: verified.sessionId, session: sessionOf(user) } : null;
};

/** Prolongs a session and gives a fresh token for it. */
export const renewSession = async ({
  database,
  tokens,
  active,
}: {
  database: Database;
  tokens: Tokens;
  active: ActiveSession;
}): Promise<string> => {
  await database
    .updateTable('session')
    .set({ expiresAt: expiry() })
    .where('_id', '=', active.sessionId)
    .execute();
  return tokens.issue(active);
};

/** Ends a session: from now on no token of it is taken. */
export const revokeSession = async (database: Database, sessionId: string): Promise<void> => {
  await database
    .updateTable('session')
    .set({ revokedAt: new Date().toISOString() })
    .where('_id', '=', sessionId)
    .execute();
};

/** Ends all sessions of a user. */
export const revokeSessionsOf = async (database: Database, userId: string): Promise<void> => {
  await database
    .updateTable('session')
    .set({ revokedAt: new Date().toISOString() })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
};

/** Forgets sessions that ended. */
export const forgetEndedSessions = async (database: Database): Promise<void> => {
  const now = new Date().toISOString();
  await database
    .deleteFrom('session')
    .where((where) => where.or([where('expiresAt', '<', now), where('revokedAt', 'is not', null)]))
    .execute();
};
