import { timingSafeEqual } from 'node:crypto';
import { createCode, hashCode } from '../auth/one-time-codes.ts';
import { validationError } from '../lib/app-error.ts';

/** The code that the first start of a server takes, so that only who sees the server's output can set it up. */
export type SetupCode = { code: string; assert: (sent: string | undefined) => void };

export const createSetupCode = (): SetupCode => {
  const code = createCode();
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
