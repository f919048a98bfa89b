import { z } from 'zod';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { user } from '#shared/resources/user.ts';
import { recordUserChanges, recordUserDeletions } from '../audit/user-changes.ts';
import { normalizeEmail, normalizePhone } from '../auth/accounts.ts';
import { revokeUserSessions } from '../auth/sessions.ts';
import type { Database, Row } from '../database/tables.ts';
import { AppError, validationError } from '../lib/app-error.ts';
import { assertConfirmed, type ResourceHooks, type WriteContext } from '../records/hooks.ts';
import type { RowUpdate } from '../records/stored-rows.ts';

const emailSchema = z.email();

const isActiveAdmin = (row: Row) => row.role === 'ADMIN' && row.status === 'ACTIVE';

const conflictError = (message: string, field?: string) =>
  new AppError('conflict', message, { ...(field && { errors: [{ field, message }] }) });

/** Email addresses and phone numbers identify accounts at login, so they must be unique. */
const assertUnique = async (
  database: Database,
  { rows, column, field }: { rows: readonly Row[]; column: 'email' | 'phoneKey'; field: 'email' | 'phone' },
) => {
  const values = rows.map((row) => row[column]).filter((value) => typeof value === 'string');
  if (values.length === 0) return;
  const stored = await database.selectFrom('user').select(['_id', column]).where(column, 'in', values).execute();
  for (const [index, row] of rows.entries()) {
    const others = [...stored, ...rows.slice(0, index)] as Row[];
    const isTaken = others.some((other) => other._id !== row._id && other[column] === row[column]);
    if (row[column] && isTaken)
      throw conflictError(`Another user already has this ${inSentence(user.fields[field].label)}`, field);
  }
};

const assertAnotherAdmin = async ({ databaseHandle, database }: WriteContext, users: readonly Row[]) => {
  // Of two writes that each remove one of the last two admins, the second waits here and then sees the first.
  await databaseHandle.lockTable(database, 'user');
  const other = await database
    .selectFrom('user')
    .innerJoin('credential', 'credential.userId', 'user._id')
    .select('user._id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'ACTIVE')
    .where(
      'user._id',
      'not in',
      users.map(({ _id }) => String(_id)),
    )
    .limit(1)
    .executeTakeFirst();
  if (other) return;
  throw conflictError(
    'This is the last active admin. Add another admin before you delete or deactivate this one, or change its role.',
  );
};

/** The fields of a user that decide who can log in to the account and what the account may do. */
const protectedFields = ['email', 'phone', 'role'] as const;

const changesAccess = ({ row, current }: RowUpdate) =>
  current === null || protectedFields.some((name) => row[name] !== current[name]);

export const userHooks: ResourceHooks = {
  beforeWrite: async (write, changes) => {
    const rows = changes.map(({ row }): Row => {
      const email = normalizeEmail(String(row.email));
      if (!emailSchema.safeParse(email).success) {
        throw validationError([{ field: 'email', message: 'Enter a valid email address, such as name@company.com' }]);
      }
      return { ...row, email, phoneKey: normalizePhone(String(row.phone)) || null };
    });
    if (rows.some((row, index) => changesAccess({ row, current: changes[index]?.current ?? null })))
      assertConfirmed(write.actor);
    const demoted = rows.filter((row, index) => {
      const current = changes[index]?.current;
      return current && isActiveAdmin(current) && !isActiveAdmin(row);
    });
    if (demoted.length > 0) await assertAnotherAdmin(write, demoted);
    await assertUnique(write.database, { rows, column: 'email', field: 'email' });
    await assertUnique(write.database, { rows, column: 'phoneKey', field: 'phone' });
    return rows;
  },
  afterWrite: async (write, changes) => {
    for (const { row, current } of changes) {
      if (!current || (current.role === row.role && current.status === row.status)) continue;
      await revokeUserSessions(write.database, String(row._id));
    }
    await recordUserChanges(write, changes);
  },
  beforeDelete: async (write, rows) => {
    if (rows.some(({ _id }) => _id === write.actor?.userId)) throw conflictError('You can’t delete your own account');
    const admins = rows.filter(isActiveAdmin);
    if (admins.length > 0) await assertAnotherAdmin(write, admins);
    await recordUserDeletions(write, rows);
  },
};
