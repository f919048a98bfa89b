import { z } from 'zod';
import { newPasswordSchema } from '#shared/passwords.ts';
import { createSchema, updateSchema } from '#shared/resource-kit/schemas.ts';
import { user } from '#shared/resources/user.ts';
import { recordPasswordChange } from '../audit/user-changes.ts';
import { assertGoodPassword, hashPassword, hasPassword, setPassword } from '../auth/passwords.ts';
import { revokeUserSessions } from '../auth/sessions.ts';
import type { Database, Row } from '../database/tables.ts';
import { validationError } from '../lib/app-error.ts';
import type { Extension } from '../records/extension.ts';
import { assertConfirmed, type OperationsContext, type WriteContext } from '../records/hooks.ts';
import type { Operations } from '../records/operations.ts';
import { userHooks } from './user-hooks.ts';

/** Write-only. An empty value, as sent by an untouched form field, means no password. */
const password = z
  .preprocess((value) => (value === '' || value === null ? undefined : value), newPasswordSchema.optional())
  .optional();

const passwordMissingError = () =>
  validationError([{ field: 'password', message: 'Password is required for this role' }]);

const canSignIn = (role: unknown) => role === 'ADMIN' || role === 'SUBADMIN';

/** Checks and hashes a new password; null if none was sent. */
const hashIfSet = async (newPassword: unknown, owner: Row): Promise<string | null> => {
  if (typeof newPassword !== 'string') return null;
  await assertGoodPassword(newPassword, {
    owner: { name: String(owner.name ?? ''), email: String(owner.email ?? '') },
  });
  return hashPassword(newPassword);
};

/** Whether someone else set the password, who then knows it. */
const isSetByAnother = ({ actor }: WriteContext, userId: string) => actor?.userId !== userId;

const findOwner = (database: Database, userId: string) =>
  database.selectFrom('user').select(['name', 'email']).where('_id', '=', userId).executeTakeFirst();

const withPasswords = (standard: Operations, { databaseHandle }: OperationsContext): Operations => ({
  ...standard,
  // Each user may need a password, so users are updated one at a time.
  updateMany: undefined,
  create: async ({ password: newPassword, ...values }, options) => {
    // A restored user has no password until an administrator sets a new one.
    if (!newPassword && canSignIn(values.role) && !options.preserved) throw passwordMissingError();
    const passwordHash = await hashIfSet(newPassword, values);
    return standard.create(values, {
      ...options,
      writeRelated: async (write, userId) => {
        if (!passwordHash) return;
        await setPassword(write.database, {
          userId,
          passwordHash,
          mustChange: isSetByAnother(write, userId),
        });
      },
    });
  },
  update: async (id, { password: newPassword, ...changes }, options) => {
    const owner = { ...(await findOwner(databaseHandle.database, id)), ...changes };
    const passwordHash = await hashIfSet(newPassword, owner);
    return standard.update(id, changes, {
      ...options,
      writeRelated: async (write, userId) => {
        const { database } = write;
        if (passwordHash) {
          assertConfirmed(options.actor);
          await setPassword(database, { userId, passwordHash, mustChange: isSetByAnother(write, userId) });
          await revokeUserSessions(database, userId);
          await recordPasswordChange(write, userId);
        } else if (canSignIn(changes.role) && !(await hasPassword(database, userId))) {
          throw passwordMissingError();
        }
      },
    });
  },
});

export const userExtension: Extension = {
  hooks: userHooks,
  schemas: { create: createSchema(user, { password }), update: updateSchema(user, { password }) },
  operations: withPasswords,
};
