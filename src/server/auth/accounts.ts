import type { Session } from '#shared/session.ts';
import type { Database, UserTable } from '../database/tables.ts';

/** An e-mail address as accounts are told apart by it. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** A phone number as accounts are found by it: its digits, and the plus before a country code. */
export const normalisePhone = (phone: string): string => {
  const digits = phone.replace(/\D/g, '');
  return digits && phone.trim().startsWith('+') ? `+${digits}` : digits;
};

/** What the client may know of an account. */
export const sessionOf = (user: Pick<UserTable, '_id' | 'name' | 'email' | 'phone' | 'role'>): Session => ({
  userId: user._id,
  role: user.role,
  user: { _id: user._id, name: user.name, email: user.email, phone: user.phone, role: user.role },
});

/** A user who may try to sign in. */
export type Account = UserTable & { passwordHash: string | null };

/** The account that an e-mail address or a phone number belongs to. */
export const findAccount = async (database: Database, identifier: string): Promise<Account | undefined> => {
  const accounts = database
    .selectFrom('user')
    .leftJoin('credential', 'credential.userId', 'user._id')
    .select(['_id', 'name', 'email', 'phone', 'phoneKey', 'role', 'status', 'passwordHash']);
  if (identifier.includes('@')) {
    return accounts.where('email', '=', normaliseEmail(identifier)).executeTakeFirst();
  }
  const phone = normalisePhone(identifier);
  return phone ? accounts.where('phoneKey', '=', phone).executeTakeFirst() : undefined;
};

/** Whether the first administrator is still to be created. */
export const isSetupNeeded = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('user').select('_id').limit(1).executeTakeFirst()) === undefined;
