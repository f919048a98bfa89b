import { messageResponseSchema } from '#shared/api.ts';
import { passwordResetCodeSchema, passwordResetRequestSchema, passwordResetSchema } from '#shared/passwords.ts';
import { user } from '#shared/resources/user.ts';
import type { Audit } from '../../audit/record.ts';
import { canLogIn, findAccount } from '../../auth/accounts.ts';
import { FailedAttemptError, type LoginLimits } from '../../auth/login-limits.ts';
import { createResetCode, resetPassword, toResetUrl } from '../../auth/password-reset.ts';
import type { DatabaseHandle } from '../../database/database-handle.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { InFlightTracker } from '../plugins/in-flight.ts';
import { idParams } from '../records/routes.ts';
import { type App, addRoute } from '../route.ts';

type PasswordResetOptions = {
  databaseHandle: DatabaseHandle;
  limits: LoginLimits;
  /** Null if the server can't send emails. */
  mailer: Mailer | null;
  publicUrl: string | undefined;
  inFlight: InFlightTracker;
  audit: Audit;
};

const createdResponseSchema = messageResponseSchema
  .extend({ data: passwordResetCodeSchema })
  .meta({ description: 'A code for setting a new password. It works once and is never returned again.' });

const buildText = (code: string, url: string | undefined): string =>
  [
    'Someone asked for a new password for this account. Enter this code on the login screen:',
    code,
    ...(url === undefined ? [] : [`Or open ${url}`]),
    'The code works once, for 15 minutes.',
    'If you didn’t ask for it, ignore this email. Your password stays as it is.',
  ].join('\n\n');

/** Emails a one-time code to an account that may log in; does nothing for any other. */
const sendResetCode = async (
  { databaseHandle: { database }, limits, publicUrl }: PasswordResetOptions,
  { mailer, identifier }: { mailer: Mailer; identifier: string },
): Promise<void> => {
  const account = await findAccount(database, identifier);
  if (!account || !canLogIn(account) || !(await limits.mayGetMail(account._id))) return;
  const { code } = await createResetCode(database, account._id);
  await mailer.send({
    to: account.email,
    subject: 'Set a new password for Catalogue Back Office',
    text: buildText(code, toResetUrl(code, publicUrl)),
  });
};

/** New passwords with one-time codes, which an admin creates or users have emailed to themselves. */
export const addPasswordReset = (app: App, options: PasswordResetOptions): void => {
  const { databaseHandle, limits, mailer, publicUrl, inFlight, audit } = options;

  addRoute(app, {
    url: 'POST /v1/user/:id/password-reset',
    access: { resource: user.name, action: 'update', isConfirmed: true },
    isSecret: true,
    event: 'passwordReset',
    summary: 'Create a one-time code with which a user sets a new password',
    params: idParams(user.name),
    response: createdResponseSchema,
    errors: [404, 409],
    handle: async ({ params }) => {
      const created = await createResetCode(databaseHandle.database, params.id);
      const url = toResetUrl(created.code, publicUrl);
      const data = { ...created, ...(url !== undefined && { url }) };
      return { message: 'One-time code created', data };
    },
  });

  addRoute(app, {
    url: 'POST /v1/user/password-reset',
    access: 'public',
    summary: 'Set a new password with a one-time code',
    body: passwordResetSchema,
    handle: async ({ body, ip: address }) => {
      const attempt = { event: 'password', address, detail: 'One-time code' } as const;
      const reset = () => resetPassword(databaseHandle, body);
      const userId = await limits.limitCodes(address, reset).catch((error: unknown) => {
        if (error instanceof FailedAttemptError) audit.record({ ...attempt, outcome: 'failure' });
        throw error;
      });
      audit.record({ ...attempt, userId });
      await limits.forgiveFailures({ userId, address });
      return { message: 'Password changed. Log in with it.' };
    },
  });

  addRoute(app, {
    url: 'POST /v1/user/password-reset/request',
    access: 'public',
    summary: 'Email a one-time code to an account, if it exists',
    body: passwordResetRequestSchema,
    errors: [409],
    handle: async ({ body, ip: address, log }, _active, reply) => {
      if (!mailer) throw new AppError('conflict', 'This server can’t send emails. Ask an admin for a code.');
      await limits.assertMayAskForMail(address);
      audit.record({ event: 'passwordReset', identifier: body.email, address });
      const sendCode = () =>
        sendResetCode(options, { mailer, identifier: body.email }).catch((error: unknown) => {
          const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
          // The message of the error can contain the email address.
          log.error({ code, responseCode }, 'an email could not be sent');
        });
      // After the response, so that its time doesn't depend on whether the account exists.
      reply.raw.once('close', () => void inFlight.track(sendCode()));
      return {
        message: 'If there’s an account for this, we’ve emailed a code to it. The code works for 15 minutes.',
      };
    },
  });
};
