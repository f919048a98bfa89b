import type { Credentials } from '#shared/session.ts';
import { createAttemptCounts } from '../auth/attempt-counts.ts';
import type { Database } from '../database/tables.ts';
import type { AppError } from '../lib/app-error.ts';
import type { Audit } from './record.ts';

type Attempt = { credentials: Credentials; address: string };

/** Time in which further blocked logins with the same account and address aren't recorded, by all servers together. */
const lockoutSeconds = 60;

const describeFactors = ({ code }: Credentials): string => (code ? 'Password and code' : 'Password');

/** Records logins with a password. The account is found by the email address or phone number as typed. */
export const recordLogins = ({ audit, database }: { audit: Audit; database: Database }) => {
  const counts = createAttemptCounts(database);
  /** Spares the database a query for each blocked login. */
  const recent = new Set<string>();

  const recordLockout = async (entry: { identifier: string; address: string }): Promise<void> => {
    const subject = `lockout ${entry.identifier} ${entry.address}`;
    if (recent.has(subject)) return;
    recent.add(subject);
    setTimeout(() => recent.delete(subject), lockoutSeconds * 1000).unref();
    // Another server may have recorded it.
    const waitMs = await counts.add([{ subject, max: 1, seconds: lockoutSeconds }]).catch(() => 0);
    if (waitMs === 0) audit.record({ event: 'lockout', outcome: 'failure', ...entry });
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
      if (code === 'tooMany') void recordLockout(entry);
      else audit.record({ event: 'signIn', outcome: 'failure', detail: describeFactors(credentials), ...entry });
    },
  };
};
