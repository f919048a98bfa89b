import type { Database } from '../database/tables.ts';
import type { Mailer } from '../mail/mailer.ts';
import { canLogIn, findAccount } from './accounts.ts';
import type { LoginLimits } from './login-limits.ts';
import { createResetCode, toResetUrl } from './password-reset.ts';

const buildText = (code: string, url: string | undefined): string =>
  [
    'Someone asked for a new password for this account. Enter this code on the login screen:',
    code,
    ...(url === undefined ? [] : [`Or open ${url}`]),
    'The code works once, for 15 minutes.',
    'If you didn’t ask for it, ignore this email. Your password stays as it is.',
  ].join('\n\n');

type Options = {
  database: Database;
  mailer: Mailer;
  limits: LoginLimits;
  publicUrl: string | undefined;
};

/** Emails a one-time code to an account that may log in; does nothing for any other. */
export const sendResetCode = async (
  { database, mailer, limits, publicUrl }: Options,
  identifier: string,
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
