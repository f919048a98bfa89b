import { setTimeout } from 'node:timers/promises';
import type { Session } from '#shared/session.ts';
import { newId } from '../database/ids.ts';
import type { Database, UserTable } from '../database/tables.ts';
import { toSession } from './accounts.ts';
import { sessionSeconds, type Tokens } from './tokens.ts';

/** Session of a request, with the current data of its user. */
export type ActiveSession = { sessionId: string; session: Session };

type SessionContext = { database: Database; tokens: Tokens };

const getExpiry = () => new Date(Date.now() + sessionSeconds * 1000).toISOString();

/** User ids of sessions that are not yet in the database, by session id. They are lost if the server is killed. */
const pendingSessions = new Map<string, string>();
const maxWait = 100;

/** Waits up to `maxWait` ms for a write: the end of an import can block it for longer. */
export const waitBriefly = async (written: Promise<unknown>): Promise<void> => {
  written.catch(() => {});
  await Promise.race([written, setTimeout(maxWait, undefined, { ref: false })]);
};

export const beginSession = async (
  { database, tokens }: SessionContext,
  user: UserTable,
): Promise<string> => {
  const sessionId = newId();
  pendingSessions.set(sessionId, user._id);
  const written = database
    .insertInto('session')
    .values({
      _id: sessionId,
      userId: user._id,
      createdAt: new Date().toISOString(),
      expiresAt: getExpiry(),
      revokedAt: null,
    })
    .execute()
    .finally(() => pendingSessions.delete(sessionId));
  await waitBriefly(written);
  return tokens.issue({ sessionId, session: toSession(user) });
};

const findUser = (database: Database, sessionId: string) => {
  const userId = pendingSessions.get(sessionId);
  return database
    .selectFrom('user')
    .select(['_id', 'name', 'email', 'phone', 'role'])
    .where('_id', '=', (user) =>
      userId === undefined
        ? user
            .selectFrom('session')
            .select('userId')
            .where('session._id', '=', sessionId)
            .where('revokedAt', 'is', null)
            .where('expiresAt', '>', new Date().toISOString())
        : user.val(userId),
    )
    .where('status', '=', 'ACTIVE')
    .where('role', '!=', 'USER')
    .executeTakeFirst();
};

/** Returns the session of a token; null if it was revoked or its account may no longer sign in. */
export const findSession = async (
  { database, tokens }: SessionContext,
  token: string,
): Promise<ActiveSession | null> => {
  const verified = await tokens.verify(token);
  if (!verified) return null;
  const user = await findUser(database, verified.sessionId);
  return user ? { sessionId: verified.sessionId, session: toSession(user) } : null;
};

/** Extends a session and returns a new token for it. */
export const renewSession = async (
  { database, tokens }: SessionContext,
  active: ActiveSession,
): Promise<string> => {
  await waitBriefly(
    database
      .updateTable('session')
      .set({ expiresAt: getExpiry() })
      .where('_id', '=', active.sessionId)
      .execute(),
  );
  return tokens.issue(active);
};

export const revokeSession = async (database: Database, sessionId: string): Promise<void> => {
  await database
    .updateTable('session')
    .set({ revokedAt: new Date().toISOString() })
    .where('_id', '=', sessionId)
    .execute();
};

export const revokeUserSessions = async (database: Database, userId: string): Promise<void> => {
  await database
    .updateTable('session')
    .set({ revokedAt: new Date().toISOString() })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
};

export const deleteExpiredSessions = async (database: Database): Promise<void> => {
  const now = new Date().toISOString();
  await database
    .deleteFrom('session')
    .where((where) => where.or([where('expiresAt', '<', now), where('revokedAt', 'is not', null)]))
    .execute();
};
