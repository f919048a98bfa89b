import {
  passwordConfirmationSchema,
  recoveryCodesResponseSchema,
  twoFactorCodeSchema,
  twoFactorPolicyResponseSchema,
  twoFactorPolicySchema,
  twoFactorSecretResponseSchema,
  userTwoFactorResponseSchema,
} from '#shared/account.ts';
import type { Role } from '#shared/permissions.ts';
import type { Session } from '#shared/session.ts';
import type { CheckOwnPassword } from '../../auth/login.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  findTwoFactor,
  removeTwoFactor,
  resetSecondFactors,
} from '../../auth/two-factor.ts';
import { getTwoFactorRoles, setTwoFactorRoles } from '../../auth/two-factor-policy.ts';
import type { DatabaseHandle } from '../../database/database-handle.ts';
import type { Database } from '../../database/tables.ts';
import { AppError } from '../../lib/app-error.ts';
import { idParams } from '../records/routes.ts';
import { type App, addRoute } from '../route.ts';

type TwoFactorOptions = { databaseHandle: DatabaseHandle; checkPassword: CheckOwnPassword };

const ownAccess = { access: 'anySession', isSecret: true } as const;

/** Keeps admins from locking themselves out of everything but the setup. */
const assertOwnTwoFactor = async (database: Database, { userId, role }: Session, required: readonly Role[]) => {
  if (!required.includes(role) || (await findTwoFactor(database, userId))?.confirmedAt) return;
  throw new AppError('conflict', 'Turn on two-factor login for your own account before you require it');
};

const countPasskeys = async (database: Database, userId: string) =>
  (await database.selectFrom('passkey').select('_id').where('userId', '=', userId).execute()).length;

const assertUserExists = async (database: Database, userId: string) => {
  const found = await database.selectFrom('user').select('_id').where('_id', '=', userId).executeTakeFirst();
  if (!found) throw new AppError('notFound', 'User not found. It may have been deleted.');
};

/** Routes for the own two-factor login, and for admins who require or reset it. */
export const addTwoFactor = (app: App, { databaseHandle, checkPassword }: TwoFactorOptions): void => {
  const { database } = databaseHandle;

  addRoute(app, {
    url: 'POST /v1/user/two-factor',
    ...ownAccess,
    access: { session: 'anySession', isConfirmed: true },
    summary: 'Start setting up two-factor login',
    response: twoFactorSecretResponseSchema,
    errors: [409],
    handle: async (_request, { session }) => {
      const { secret, uri } = await beginTwoFactor(database, session.user);
      return { message: 'Add the secret to an authenticator app', secret, uri };
    },
  });

  addRoute(app, {
    url: 'POST /v1/user/two-factor/confirm',
    ...ownAccess,
    event: 'twoFactorOn',
    summary: 'Turn on two-factor login with a first code, and get the recovery codes',
    body: twoFactorCodeSchema,
    response: recoveryCodesResponseSchema,
    errors: [409],
    handle: async (request, { session: { userId } }) => {
      const recoveryCodes = await confirmTwoFactor(databaseHandle, { userId, code: request.body.code });
      return { message: 'Two-factor login is on', recoveryCodes };
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/user/two-factor',
    ...ownAccess,
    event: 'twoFactorOff',
    summary: 'Turn off the own two-factor login',
    body: passwordConfirmationSchema,
    handle: async (request, { session: { userId } }) => {
      await checkPassword({ userId, password: request.body.password, field: 'password' });
      await removeTwoFactor(database, userId);
      return { message: 'Two-factor login is off' };
    },
  });

  const access = { resource: 'user', action: 'update' } as const;

  addRoute(app, {
    url: 'GET /v1/user/two-factor/policy',
    access,
    summary: 'Get the roles that require two-factor login',
    response: twoFactorPolicyResponseSchema,
    handle: async () => ({
      message: 'Policy found',
      data: { roles: await getTwoFactorRoles(database) },
    }),
  });

  addRoute(app, {
    url: 'PATCH /v1/user/two-factor/policy',
    access: { ...access, isConfirmed: true },
    event: 'twoFactorPolicy',
    summary: 'Set the roles that require two-factor login',
    body: twoFactorPolicySchema,
    response: twoFactorPolicyResponseSchema,
    errors: [409],
    handle: async (request, { session }) => {
      await assertOwnTwoFactor(database, session, request.body.roles);
      await setTwoFactorRoles(database, request.body.roles);
      return { message: 'Policy saved', data: request.body };
    },
  });

  addRoute(app, {
    url: 'GET /v1/user/:id/two-factor',
    access,
    summary: 'Get whether a user has a second factor',
    params: idParams('user'),
    response: userTwoFactorResponseSchema,
    errors: [404],
    handle: async ({ params: { id } }) => {
      await assertUserExists(database, id);
      const twoFactor = await findTwoFactor(database, id);
      const data = { isOn: Boolean(twoFactor?.confirmedAt), passkeys: await countPasskeys(database, id) };
      return { message: 'User found', data };
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/user/:id/two-factor',
    access: { ...access, isConfirmed: true },
    event: 'twoFactorOff',
    summary: 'Remove the second factors of a user who lost them, and end the user’s sessions',
    params: idParams('user'),
    errors: [404],
    handle: async (request) => {
      const { id } = request.params;
      await assertUserExists(database, id);
      await databaseHandle.transaction((open) => resetSecondFactors(open, id));
      return { message: 'Two-factor login was reset' };
    },
  });
};
