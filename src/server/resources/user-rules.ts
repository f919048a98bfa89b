import { z } from 'zod';
import { inSentence } from '#shared/resource/words.ts';
import { user } from '#shared/resources/user.ts';
import { normaliseEmail, normalisePhone } from '../auth/accounts.ts';
import { revokeSessionsOf } from '../auth/sessions.ts';
import type { Database, Row } from '../database/tables.ts';
import { Failure, invalid } from '../lib/failure.ts';
import type { Rules, Write } from '../records/rules.ts';

const emailSchema = z.email();

const isActiveAdmin = (row: Row) => row.role === 'ADMIN' && row.status === 'ACTIVE';

const conflict = (message: string, field?: string) =>
  new Failure({ kind: 'conflict', message, ...(field && { errors: [{ field, message }] }) });

/** People sign in by their e-mail address or phone number: each belongs to one user. */
const refuseTaken = async (
  database: Database,
  { row, column, field }: { row: Row; column: 'email' | 'phoneKey'; field: 'email' | 'phone' },
) => {
  const value = row[column];
  if (typeof value !== 'string') return;
  const other = await database
    .selectFrom('user')
    .select('_id')
    .where(column, '=', value)
    .where('_id', '!=', String(row._id))
    .executeTakeFirst();
  if (other) throw conflict(`Another user already has this ${inSentence(user.fields[field].label)}`, field);
};

const keepAnAdmin = async ({ storage, database }: Write, userId: string) => {
  // Of two that would leave each other as the last one, the second waits here and then sees what the first did.
  await storage.lockTable(database, 'user');
  const other = await database
    .selectFrom('user')
    .innerJoin('credential', 'credential.userId', 'user._id')
    .select('user._id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'ACTIVE')
    .where('user._id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  if (other) return;
  throw conflict(
    'This is the last active admin. Add another admin before you delete or deactivate this one, or change its role.',
  );
};

/** What holds for users, whoever writes them. */
export const userRules: Rules = {
  beforeWrite: async ({ row, current, ...write }) => {
    const email = normaliseEmail(String(row.email));
    if (!emailSchema.safeParse(email).success) {
      throw invalid([{ field: 'email', message: 'Enter a valid email address, such as name@company.com' }]);
    }
    const ready: Row = { ...row, email, phoneKey: normalisePhone(String(row.phone)) || null };
    if (current && isActiveAdmin(current) && !isActiveAdmin(ready)) await keepAnAdmin(write, String(row._id));
    await refuseTaken(write.database, { row: ready, column: 'email', field: 'email' });
    await refuseTaken(write.database, { row: ready, column: 'phoneKey', field: 'phone' });
    return ready;
  },
  afterWrite: async ({ row, current, database }) => {
    if (!current || (current.role === row.role && current.status === row.status)) return;
    await revokeSessionsOf(database, String(row._id));
  },
  beforeRemove: async ({ row, actor, ...write }) => {
    if (actor?.userId === row._id) throw conflict('You can’t delete your own account');
    if (isActiveAdmin(row)) await keepAnAdmin({ ...write, actor }, String(row._id));
  },
};
