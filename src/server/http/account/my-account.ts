import {
  accountResponseSchema,
  accountUpdateSchema,
  passwordChangeSchema,
  type SessionListItem,
  sessionListResponseSchema,
  storageKeyResponseSchema,
} from '#shared/account.ts';
import { messageResponseSchema } from '#shared/api.ts';
import { user } from '#shared/resources/user.ts';
import { passwordConfirmationSchema } from '#shared/two-factor.ts';
import { describeDevice } from '../../auth/device.ts';
import type { CheckOwnPassword } from '../../auth/login.ts';
import { assertGoodPassword, hashPassword, setPassword } from '../../auth/passwords.ts';
import type { StorageKeys } from '../../auth/server-keys.ts';
import {
  type ActiveSession,
  confirmSession,
  listSessions,
  revokeOwnSession,
  revokeUserSessions,
} from '../../auth/sessions.ts';
import { countRecoveryCodes, findTwoFactor } from '../../auth/two-factor.ts';
import { isTwoFactorRequired } from '../../auth/two-factor-policy.ts';
import type { Database } from '../../database/tables.ts';
import { AppError, validationError } from '../../lib/app-error.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import { createOperations } from '../../records/operations.ts';
import { requireSession } from '../plugins/auth.ts';
import { idParams, writeOptionsFrom } from '../records/routes.ts';
import { type App, errorResponses, routeOptions } from '../route.ts';

type MyAccountOptions = OperationsContext & { checkPassword: CheckOwnPassword; storageKeys: StorageKeys };

const tag = 'account';

const readAccount = async (database: Database, { session }: ActiveSession) => {
  const { userId, role, user } = session;
  const twoFactor = await findTwoFactor(database, userId);
  return {
    name: user.name,
    email: user.email,
    phone: user.phone,
    twoFactor: {
      isOn: Boolean(twoFactor?.confirmedAt),
      isRequired: await isTwoFactorRequired(database, role),
      recoveryCodesLeft: await countRecoveryCodes(database, userId),
    },
  };
};

/** Changes the own password. All other sessions end, because a thief may have one. */
const changePassword = async (
  { databaseHandle, checkPassword }: MyAccountOptions,
  { session, sessionId }: ActiveSession,
  { current, next }: { current: string; next: string },
) => {
  const { userId } = session;
  await checkPassword({ userId, password: current, field: 'current' });
  if (next === current) {
    throw validationError([{ field: 'next', message: 'Choose a password that differs from the current one' }]);
  }
  await assertGoodPassword(next, { owner: session.user, field: 'next' });
  const passwordHash = await hashPassword(next);
  await databaseHandle.transaction(async (database) => {
    await setPassword(database, { userId, passwordHash, mustChange: false });
    await revokeUserSessions(database, userId, { except: sessionId });
  });
};

const addProfileRoutes = (app: App, options: MyAccountOptions) => {
  const { database } = options.databaseHandle;
  const operations = createOperations(user, options);

  app.get(
    '/v1/user/account',
    routeOptions(
      { access: 'anySession', tag, summary: 'Get the signed-in user' },
      { response: { 200: accountResponseSchema } },
    ),
    async (request) => ({
      success: true as const,
      message: 'User found',
      data: await readAccount(database, requireSession(request)),
    }),
  );

  app.patch(
    '/v1/user/account',
    routeOptions(
      { access: 'signedIn', tag, summary: 'Change the own name' },
      { body: accountUpdateSchema, response: { 200: messageResponseSchema } },
    ),
    async (request) => {
      await operations.update(requireSession(request).session.userId, request.body, writeOptionsFrom(request));
      return { success: true as const, message: 'Name saved' };
    },
  );
};

const addPasswordRoutes = (app: App, options: MyAccountOptions) => {
  app.post(
    '/v1/user/password',
    routeOptions(
      {
        access: 'anySession',
        isSecret: true,
        endsAccess: true,
        event: 'password',
        tag,
        summary: 'Change the own password and end all other sessions',
      },
      { body: passwordChangeSchema, response: { 200: messageResponseSchema } },
    ),
    async (request) => {
      await changePassword(options, requireSession(request), request.body);
      return { success: true as const, message: 'Password changed. You were logged out on other devices.' };
    },
  );

  app.post(
    '/v1/user/confirm',
    routeOptions(
      {
        access: 'anySession',
        isSecret: true,
        endsAccess: true,
        event: 'passwordConfirmed',
        tag,
        summary: 'Enter the own password, which for five minutes allows requests that ask for it',
      },
      { body: passwordConfirmationSchema, response: { 200: messageResponseSchema } },
    ),
    async (request) => {
      const { session, sessionId } = requireSession(request);
      await options.checkPassword({
        userId: session.userId,
        field: 'password',
        password: request.body.password,
      });
      await confirmSession(options.databaseHandle.database, sessionId);
      return { success: true as const, message: 'Password confirmed' };
    },
  );
};

const addSessionRoutes = (app: App, { databaseHandle: { database } }: MyAccountOptions) => {
  app.get(
    '/v1/user/sessions',
    routeOptions(
      { access: 'signedIn', tag, summary: 'List the own sessions' },
      { response: { 200: sessionListResponseSchema } },
    ),
    async (request) => {
      const { session, sessionId } = requireSession(request);
      const sessions = await listSessions(database, session.userId);
      const data = sessions.map(
        ({ device, address, lastSeenAt, ...stored }): SessionListItem => ({
          ...stored,
          isCurrent: stored._id === sessionId,
          device: describeDevice(device),
          address: address ?? '',
          lastSeenAt: lastSeenAt ?? stored.createdAt,
        }),
      );
      const currentFirst = data.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
      return { success: true as const, message: 'Sessions found', data: currentFirst };
    },
  );

  app.delete(
    '/v1/user/sessions/:id',
    routeOptions(
      { access: 'signedIn', endsAccess: true, event: 'sessionsEnded', tag, summary: 'End one of the own sessions' },
      { params: idParams('session'), response: { 200: messageResponseSchema, ...errorResponses(404) } },
    ),
    async (request) => {
      const { userId } = requireSession(request).session;
      const ended = { userId, sessionId: request.params.id };
      const isEnded = await revokeOwnSession(database, ended);
      if (!isEnded) throw new AppError('notFound', 'Session not found. It may have ended.');
      return { success: true as const, message: 'Session ended' };
    },
  );

  app.delete(
    '/v1/user/sessions',
    routeOptions(
      {
        access: 'signedIn',
        endsAccess: true,
        event: 'sessionsEnded',
        tag,
        summary: 'End all own sessions except this one',
      },
      { response: { 200: messageResponseSchema } },
    ),
    async (request) => {
      const { session, sessionId } = requireSession(request);
      await revokeUserSessions(database, session.userId, { except: sessionId });
      return { success: true as const, message: 'Logged out on all other devices' };
    },
  );
};

const addStorageKeyRoute = (app: App, { storageKeys }: MyAccountOptions) => {
  app.get(
    '/v1/user/storage-key',
    routeOptions(
      {
        access: 'anySession',
        isSecret: true,
        tag,
        summary: 'Get the key that encrypts what an app stores on the own computer',
      },
      { response: { 200: storageKeyResponseSchema } },
    ),
    async (request) => {
      const key = storageKeys.get(requireSession(request).session.userId);
      return { success: true as const, message: 'Key found', data: { key } };
    },
  );
};

/** Routes for the own account, for users of any role. */
export const addMyAccount = (app: App, options: MyAccountOptions): void => {
  addProfileRoutes(app, options);
  addPasswordRoutes(app, options);
  addSessionRoutes(app, options);
  addStorageKeyRoute(app, options);
};
