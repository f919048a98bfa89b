import { v7 } from 'uuid';
import type { SetupRequest } from '#shared/api.ts';
import type { Session } from '#shared/session.ts';
import { Failure } from '../failure.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database, DatabaseTransaction, UserTable } from '../storage/tables.ts';
import { hashPassword } from './passwords.ts';

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

/** The account that an e-mail address or a phone number belongs to; a number of several belongs to none. */
export const findAccount = async (database: Database, identifier: string): Promise<UserTable | undefined> => {
  const users = database.selectFrom('user').selectAll();
  if (identifier.includes('@')) {
    return users.where('email', '=', normaliseEmail(identifier)).executeTakeFirst();
  }
  const phone = normalisePhone(identifier);
  if (!phone) return undefined;
  const found = await users.where('phone', '=', phone).limit(2).execute();
  return found.length === 1 ? found[0] : undefined;
};

/** Whether the first administrator is still to be created. */
export const isSetupNeeded = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('user').select('_id').limit(1).executeTakeFirst()) === undefined;

/** Creates the first administrator, once and never again, together with whatever `alsoDo` does. */
export const setUp = async ({
  storage,
  request,
  alsoDo,
}: {
  storage: Storage;
  request: Pick<SetupRequest, 'name' | 'email' | 'password'>;
  alsoDo: (database: DatabaseTransaction) => Promise<void>;
}): Promise<void> => {
  const refuseSecond = async (database: Database) => {
    if (await isSetupNeeded(database)) return;
    throw new Failure({ kind: 'conflict', message: 'This server is already set up. Sign in instead' });
  };
  await refuseSecond(storage.database);
  const passwordHash = await hashPassword(request.password);
  await storage.database.transaction().execute(async (transaction) => {
    // Of two that come at once, the second waits here and then finds the first one's account.
    await storage.lockTable(transaction, 'user');
    await refuseSecond(transaction);
    const now = new Date().toISOString();
    await transaction
      .insertInto('user')
      .values({
        _id: v7(),
        name: request.name,
        email: normaliseEmail(request.email),
        phone: '',
        passwordHash,
        role: 'ADMIN',
        status: 'ACTIVE',
        version: 1,
        createdAt: now,
        updatedAt: now,
      })
      .execute();
    await alsoDo(transaction);
  });
};
