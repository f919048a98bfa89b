import { z } from 'zod';
import { newPasswordSchema } from '#shared/api.ts';
import { createSchema, updateSchema } from '#shared/resource-kit/schemas.ts';
import { user } from '#shared/resources/user.ts';
import { hashPassword, hasPassword, setPassword } from '../auth/passwords.ts';
import { revokeUserSessions } from '../auth/sessions.ts';
import { validationError } from '../lib/app-error.ts';
import type { Extension } from '../records/extension.ts';
import { assertConfirmed } from '../records/hooks.ts';
import type { Operations } from '../records/operations.ts';
import { userHooks } from './user-hooks.ts';

/** Write-only. An empty value, as sent by an untouched form field, means no password. */
const password = z
  .preprocess((value) => (value === '' || value === null ? undefined : value), newPasswordSchema.optional())
  .optional();

const passwordMissingError = () =>
  validationError([{ field: 'password', message: 'Password is required for this role' }]);

const canSignIn = (role: unknown) => role === 'ADMIN' || role === 'SUBADMIN';

const hashIfSet = (value: unknown) => (typeof value === 'string' ? hashPassword(value) : null);

const withPasswords = (standard: Operations): Operations => ({
  ...standard,
  // Each user may need a password, so users are updated one at a time.
  updateMany: undefined,
  create: async ({ password: newPassword, ...values }, options) => {
    // A restored user has no password until an administrator sets a new one.
    if (!newPassword && canSignIn(values.role) && !options.preserved) throw passwordMissingError();
    const passwordHash = await hashIfSet(newPassword);
    return standard.create(values, {
      ...options,
      writeRelated: async ({ database }, userId) => {
        if (passwordHash) await setPassword(database, { userId, passwordHash });
      },
    });
  },
  update: async (id, { password: newPassword, ...changes }, options) => {
    const passwordHash = await hashIfSet(newPassword);
    return standard.update(id, changes, {
      ...options,
      writeRelated: async ({ database }, userId) => {
        if (passwordHash) {
          assertConfirmed(options.actor);
          await setPassword(database, { userId, passwordHash });
          await revokeUserSessions(database, userId);
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
