import { decodeJwt } from 'jose';
import type { SessionEnd } from '#shared/api.ts';
import type { Database } from '../database/tables.ts';
import type { Tokens } from './sessions.ts';

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
