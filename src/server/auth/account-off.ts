import { decodeJwt } from 'jose';
import type { Database } from '../database/tables.ts';
import type { Tokens } from './tokens.ts';

/**
 * Whether a token is genuine and unexpired, but its account was deleted, deactivated or may no longer log in. Its
 * session has then ended for good.
 */
export const isAccountOff = async (
  { database, tokens }: { database: Database; tokens: Tokens },
  token: string,
): Promise<boolean> => {
  if (!(await tokens.verify(token))) return false;
  const account = await database
    .selectFrom('user')
    .select('_id')
    .where('_id', '=', String(decodeJwt(token).userId))
    .where('status', '=', 'ACTIVE')
    .where('role', '!=', 'USER')
    .executeTakeFirst();
  return account === undefined;
};
