import { normalizeLine } from '#shared/normalize-text.ts';
import type { Session } from '#shared/session.ts';
import type { Database, UserTable } from '../database/tables.ts';

export const normalizeEmail = (email: string): string => normalizeLine(email).toLowerCase();

/** Reduces a phone number to its digits and a leading plus, for lookups. */
export const normalizePhone = (phone: string): string => {
  const digits = phone.replace(/\D/g, '');
  return digits && normalizeLine(phone).startsWith('+') ? `+${digits}` : digits;
};

/** Picks the account data that the client may see. */
export const toSession = (user: Pick<UserTable, '_id' | 'name' | 'email' | 'phone' | 'role'>): Session => ({
  userId: user._id,
  role: user.role,
  user: { _id: user._id, name: user.name, email: user.email, phone: user.phone, role: user.role },
});

export type Account = UserTable & { passwordHash: string | null; mustChange: number | null };

export const findAccount = async (database: Database, identifier: string): Promise<Account | undefined> => {
  const accounts = database
    .selectFrom('user')
    .leftJoin('credential', 'credential.userId', 'user._id')
    .select(['_id', 'name', 'email', 'phone', 'phoneKey', 'role', 'status', 'passwordHash', 'mustChange']);
  if (identifier.includes('@')) {
    return accounts.where('email', '=', normalizeEmail(identifier)).executeTakeFirst();
  }
  const phone = normalizePhone(identifier);
  return phone ? accounts.where('phoneKey', '=', phone).executeTakeFirst() : undefined;
};

/** Whether an account may log in, with the right password. */
export const canLogIn = ({ role, status }: Pick<UserTable, 'role' | 'status'>): boolean =>
  status === 'ACTIVE' && role !== 'USER';

/** Returns true until the first administrator exists. */
export const isSetupNeeded = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('user').select('_id').limit(1).executeTakeFirst()) === undefined;

/** Finds the names of users by id. Deleted users have none. */
export const findUserNames = async (
  database: Database,
  ids: readonly string[],
): Promise<Map<string | null, string>> => {
  const users = await database
    .selectFrom('user')
    .select(['_id', 'name'])
    .where('_id', 'in', [...new Set(ids)])
    .execute();
  return new Map(users.map(({ _id, name }) => [_id, name]));
};
