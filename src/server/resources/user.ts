import { z } from 'zod';
import { newPasswordSchema } from '#shared/passwords.ts';
import type { Status } from '#shared/resource-kit/fields.ts';
import { inSentence, statusLabels } from '#shared/resource-kit/labels.ts';
import { createSchema, updateSchema } from '#shared/resource-kit/schemas.ts';
import { user } from '#shared/resources/user.ts';
import { type AuditInput, recordInTransaction } from '../audit/record.ts';
import { normalizeEmail, normalizePhone } from '../auth/accounts.ts';
import { assertGoodPassword, hashPassword, hasPassword, setPassword } from '../auth/passwords.ts';
import { revokeUserSessions } from '../auth/sessions.ts';
import type { Database, Row } from '../database/tables.ts';
import { AppError, validationError } from '../lib/app-error.ts';
import {
  assertConfirmed,
  type RelatedDataChange,
  type RelatedDataHooks,
  type ResourceHooks,
  type WriteContext,
} from '../records/hooks.ts';
import type { Extension } from '../records/operations.ts';
import type { RowUpdate } from '../records/stored-rows.ts';

/** Write-only. An empty value, as sent by an untouched form field, means no password. */
const password = z
  .preprocess((value) => (value === '' || value === null ? undefined : value), newPasswordSchema.optional())
  .optional();

const passwordMissingError = () =>
  validationError([{ field: 'password', message: 'Password is required for this role' }]);

const canSignIn = (role: unknown) => role === 'ADMIN' || role === 'SUBADMIN';

/** The new password and the role of a request, if it has them. An import has neither: its users get passwords afterwards. */
type SentAccess = { password: string | null; passwordHash: string | null; role: unknown };

/** Throws if a password is too weak, or missing for the role. */
const assertAccess = async (write: WriteContext, { row, current, related, isRestored }: RelatedDataChange) => {
  if (!related) return;
  const sent = related as SentAccess;
  if (sent.password !== null) {
    await assertGoodPassword(sent.password, { owner: { name: String(row.name), email: String(row.email) } });
    if (current) assertConfirmed(write.actor);
    return;
  }
  // A restored user has no password until an admin sets a new one.
  if (!canSignIn(sent.role) || isRestored) return;
  if (!current || !(await hasPassword(write.database, String(row._id)))) throw passwordMissingError();
};

/** The password belongs to a user without being part of the record. */
const passwordHooks: RelatedDataHooks = {
  prepare: async ({ password: sent, role }): Promise<SentAccess> => {
    const newPassword = typeof sent === 'string' ? sent : null;
    return { role, password: newPassword, passwordHash: newPassword && (await hashPassword(newPassword)) };
  },
  read: async () => new Map(),
  plan: async (write, changes) => {
    for (const change of changes) await assertAccess(write, change);
    return {
      planned: changes.map(({ row }) => ({ row, toResponse: () => ({}) })),
      write: async () => {
        for (const { row, current, related } of changes) {
          const { passwordHash = null } = (related ?? {}) as Partial<SentAccess>;
          if (passwordHash === null) continue;
          const userId = String(row._id);
          // An admin who sets the password of another user knows it.
          const mustChange = write.actor?.userId !== userId;
          await setPassword(write.database, { userId, passwordHash, mustChange });
          if (!current) continue;
          await revokeUserSessions(write.database, userId);
          await recordInTransaction(write, [{ event: 'password', subjectId: userId }]);
        }
      },
    };
  },
  remove: async () => undefined,
};

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

const getRoleLabel = (role: unknown): string =>
  user.fields.role.options.find(({ value }) => value === role)?.label ?? String(role);

const listAuditEntries = ({ row, current }: RowUpdate): AuditInput[] => {
  const subjectId = String(row._id);
  if (!current) return [{ event: 'userCreated', subjectId, detail: getRoleLabel(row.role) }];
  const entries: AuditInput[] = [];
  const add = (event: AuditInput['event'], before: string, after: string) =>
    before !== after && entries.push({ event, subjectId, detail: `${before} → ${after}` });
  add('role', getRoleLabel(current.role), getRoleLabel(row.role));
  add('userStatus', statusLabels[current.status as Status], statusLabels[row.status as Status]);
  return entries;
};

const userHooks: ResourceHooks = {
  related: passwordHooks,
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
    await recordInTransaction(write, changes.flatMap(listAuditEntries));
  },
  beforeDelete: async (write, rows) => {
    if (rows.some(({ _id }) => _id === write.actor?.userId)) throw conflictError('You can’t delete your own account');
    const admins = rows.filter(isActiveAdmin);
    if (admins.length > 0) await assertAnotherAdmin(write, admins);
    await recordInTransaction(
      write,
      rows.map(({ _id }) => ({ event: 'userDeleted', subjectId: String(_id) })),
    );
  },
};

export const userExtension: Extension = {
  hooks: userHooks,
  schemas: { create: createSchema(user, { password }), update: updateSchema(user, { password }) },
};
