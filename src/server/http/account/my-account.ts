import {
  accountResponseSchema,
  accountUpdateSchema,
  passwordChangeSchema,
  passwordConfirmationSchema,
  type SessionListItem,
  sessionListResponseSchema,
  storageKeyResponseSchema,
} from '#shared/account.ts';
import { user } from '#shared/resources/user.ts';
import type { CheckOwnPassword } from '../../auth/login.ts';
import { assertGoodPassword, hashPassword, setPassword } from '../../auth/passwords.ts';
import { deriveStorageKey } from '../../auth/server-keys.ts';
import {
  type ActiveSession,
  confirmSession,
  listSessions,
  revokeSession,
  revokeUserSessions,
} from '../../auth/sessions.ts';
import { countRecoveryCodes, findTwoFactor } from '../../auth/two-factor.ts';
import { isTwoFactorRequired } from '../../auth/two-factor-policy.ts';
import type { Database } from '../../database/tables.ts';
import { AppError, validationError } from '../../lib/app-error.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import { createOperations } from '../../records/operations.ts';
import { idParams, writeOptionsFrom } from '../records/routes.ts';
import { type App, addRoute } from '../route.ts';

const browsers: readonly [name: string, pattern: RegExp][] = [
  ['Desktop app', /CatalogueBackOffice/],
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  // After the browsers that also name Chrome.
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
];

const systems: readonly [name: string, pattern: RegExp][] = [
  ['Windows', /Windows/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

const identify = (names: typeof browsers, userAgent: string) =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0];

/** Names the browser and operating system of a `User-Agent` header, such as "Firefox on Linux". */
export const describeDevice = (userAgent: string | null): string => {
  const browser = identify(browsers, userAgent ?? '') ?? 'Unknown app';
  const system = identify(systems, userAgent ?? '');
  return system ? `${browser} on ${system}` : browser;
};

type MyAccountOptions = OperationsContext & { checkPassword: CheckOwnPassword; storageKey: Uint8Array };

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

/** Routes for the own account, for users of any role. */
export const addMyAccount = (app: App, options: MyAccountOptions): void => {
  const { database } = options.databaseHandle;
  const operations = createOperations(user, options);

  addRoute(app, {
    url: 'GET /v1/user/account',
    access: 'anySession',
    summary: 'Get the signed-in user',
    response: accountResponseSchema,
    handle: async (_request, active) => ({
      message: 'User found',
      data: await readAccount(database, active),
    }),
  });

  addRoute(app, {
    url: 'PATCH /v1/user/account',
    summary: 'Change the own name',
    body: accountUpdateSchema,
    handle: async (request, { session }) => {
      await operations.update(session.userId, request.body, writeOptionsFrom(request));
      return { message: 'Name saved' };
    },
  });

  addRoute(app, {
    url: 'POST /v1/user/password',
    access: 'anySession',
    isSecret: true,
    endsAccess: true,
    event: 'password',
    summary: 'Change the own password and end all other sessions',
    body: passwordChangeSchema,
    handle: async (request, active) => {
      await changePassword(options, active, request.body);
      return { message: 'Password changed. You were logged out on other devices.' };
    },
  });

  addRoute(app, {
    url: 'POST /v1/user/confirm',
    access: 'anySession',
    isSecret: true,
    endsAccess: true,
    event: 'passwordConfirmed',
    summary: 'Enter the own password, which for five minutes allows requests that ask for it',
    body: passwordConfirmationSchema,
    handle: async (request, { session, sessionId }) => {
      const { password } = request.body;
      await options.checkPassword({ userId: session.userId, password, field: 'password' });
      await confirmSession(database, sessionId);
      return { message: 'Password confirmed' };
    },
  });

  addRoute(app, {
    url: 'GET /v1/user/sessions',
    summary: 'List the own sessions',
    response: sessionListResponseSchema,
    handle: async (_request, { session, sessionId }) => {
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
      return { message: 'Sessions found', data: currentFirst };
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/user/sessions/:id',
    endsAccess: true,
    event: 'sessionsEnded',
    summary: 'End one of the own sessions',
    params: idParams('session'),
    errors: [404],
    handle: async (request, { session: { userId } }) => {
      const ended = { userId, sessionId: request.params.id };
      const isEnded = await revokeSession(database, ended);
      if (!isEnded) throw new AppError('notFound', 'Session not found. It may have ended.');
      return { message: 'Session ended' };
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/user/sessions',
    endsAccess: true,
    event: 'sessionsEnded',
    summary: 'End all own sessions except this one',
    handle: async (_request, { session, sessionId }) => {
      await revokeUserSessions(database, session.userId, { except: sessionId });
      return { message: 'Logged out on all other devices' };
    },
  });

  addRoute(app, {
    url: 'GET /v1/user/storage-key',
    access: 'anySession',
    isSecret: true,
    summary: 'Get the key that encrypts what an app stores on the own computer',
    response: storageKeyResponseSchema,
    handle: async (_request, { session }) => {
      const key = deriveStorageKey(options.storageKey, session.userId);
      return { message: 'Key found', data: { key } };
    },
  });
};
