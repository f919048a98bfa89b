import { timingSafeEqual } from 'node:crypto';
import { deriveCode, hashCode } from '../auth/one-time-codes.ts';
import { validationError } from '../lib/app-error.ts';

/** The code that creating the first admin takes, so that only who sees a server's output can do it. */
export type SetupCode = { code: string; assert: (sent: string | undefined) => void };

/** Servers with the same key have the same code, because a load balancer may send a request to any of them. */
export const createSetupCode = (key: Uint8Array): SetupCode => {
  const code = deriveCode(key, 'setup code');
  const expected = Buffer.from(hashCode(code));
  return {
    code,
    assert: (sent = '') => {
      if (timingSafeEqual(Buffer.from(hashCode(sent)), expected)) return;
      throw validationError([
        { field: 'code', message: 'Enter the setup code that the server printed when it started' },
      ]);
    },
  };
};
