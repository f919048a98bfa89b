import { z } from 'zod';
import { newPasswordSchema } from '#shared/api.ts';
import { createSchema, updateSchema } from '#shared/resource/schemas.ts';
import { user } from '#shared/resources/user.ts';
import { hashPassword, hasPassword, setPassword } from '../auth/passwords.ts';
import { revokeSessionsOf } from '../auth/sessions.ts';
import { invalid } from '../lib/app-error.ts';
import type { Extension } from '../records/extension.ts';
import type { Operations } from '../records/operations.ts';
import { userRules } from './user-rules.ts';

/** Write-only. An empty value, as sent by an untouched form field, means no password. */
const password = z
  .preprocess((value) => (value === '' || value === null ? undefined : value), newPasswordSchema.optional())
  .optional();

const passwordMissing = () => invalid([{ field: 'password', message: 'Password is required for this role' }]);

const canSignIn = (role: unknown) => role === 'ADMIN' || role === 'SUBADMIN';

const hashOf = (value: unknown) => (typeof value === 'string' ? hashPassword(value) : null);

const withPasswords = (standard: Operations): Operations => ({
  ...standard,
  // Each user may need a password, so users are updated one at a time.
  updateMany: undefined,
  create: async ({ password: sent, ...values }, options) => {
    // A restored user has no password until an administrator sets a new one.
    if (!sent && canSignIn(values.role) && !options.restored) throw passwordMissing();
    const passwordHash = await hashOf(sent);
    return standard.create(values, {
      ...options,
      writeRelated: async ({ database }, userId) => {
        if (passwordHash) await setPassword(database, { userId, passwordHash });
      },
    });
  },
  update: async (id, { password: sent, ...changes }, options) => {
    const passwordHash = await hashOf(sent);
    return standard.update(id, changes, {
      ...options,
      writeRelated: async ({ database }, userId) => {
        if (passwordHash) {
          await setPassword(database, { userId, passwordHash });
          await revokeSessionsOf(database, userId);
        } else if (canSignIn(changes.role) && !(await hasPassword(database, userId))) {
          throw passwordMissing();
        }
      },
    });
  },
});

export const userExtension: Extension = {
  rules: userRules,
  schemas: { create: createSchema(user, { password }), update: updateSchema(user, { password }) },
  operations: withPasswords,
};
