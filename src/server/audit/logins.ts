import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { AppError } from '../lib/app-error.ts';
import type { Audit } from './record.ts';

/** `identifier` is the email address or phone number as typed. */
type Attempt = { identifier: string; address: string };

/** Seconds in which further blocked logins with the same account and address aren't recorded. */
const lockoutSeconds = 60;

export const recordLogins = (audit: Audit) => {
  const lockouts = new RateLimiterMemory({ points: 1, duration: lockoutSeconds });

  return {
    succeeded: (attempt: Attempt): void => audit.record({ event: 'signIn', ...attempt }),
    failed: async (attempt: Attempt, { code }: AppError): Promise<void> => {
      // Without an account and a password, it wasn't an attempt.
      if (code === 'invalid') return;
      if (code !== 'tooMany') return audit.record({ event: 'signIn', outcome: 'failure', ...attempt });
      await lockouts.consume(`${attempt.identifier} ${attempt.address}`).then(
        () => audit.record({ event: 'lockout', outcome: 'failure', ...attempt }),
        () => undefined,
      );
    },
  };
};
