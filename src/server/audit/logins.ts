import type { Credentials } from '#shared/session.ts';
import type { AppError } from '../lib/app-error.ts';
import type { Audit } from './record.ts';

type Attempt = { credentials: Credentials; address: string };

/** Milliseconds in which further blocked logins with the same account and address aren't recorded. */
const lockoutMs = 60_000;

const describeFactors = ({ code }: Credentials): string => (code ? 'Password and code' : 'Password');

/** Records logins with a password. The account is found by the email address or phone number as typed. */
export const recordLogins = (audit: Audit) => {
  const lockouts = new Set<string>();

  const recordLockout = (entry: { identifier: string; address: string }) => {
    const key = `${entry.identifier} ${entry.address}`;
    if (lockouts.has(key)) return;
    lockouts.add(key);
    setTimeout(() => lockouts.delete(key), lockoutMs).unref();
    audit.record({ event: 'lockout', outcome: 'failure', ...entry });
  };

  return {
    succeeded: ({ credentials, address }: Attempt): void => {
      const entry = { identifier: credentials.email, address };
      if (credentials.newPassword !== undefined) audit.record({ event: 'password', ...entry });
      audit.record({ event: 'signIn', detail: describeFactors(credentials), ...entry });
    },
    failed: ({ credentials, address }: Attempt, { code, extra }: AppError): void => {
      const entry = { identifier: credentials.email, address };
      // Without a password, it wasn't an attempt. One that only lacks a code or a new password continues.
      if (code === 'invalid' || extra) return;
      if (code === 'tooMany') recordLockout(entry);
      else
        audit.record({ event: 'signIn', outcome: 'failure', detail: describeFactors(credentials), ...entry });
    },
  };
};
