import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

const year = 365 * 24 * 60 * 60;

/** Content security policy of responses that aren't shown as a page. */
export const strictPolicy = {
  'default-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
};

export const strictTransportSecurity = { maxAge: year, includeSubDomains: true };

const policyHeader = Object.entries(strictPolicy)
  .map(([name, sources]) => `${name} ${sources.join(' ')}`)
  .join(';');

/** Headers for errors that are sent before any hook runs. */
export const earlyErrorHeaders = (socket: Socket): Record<string, string> => ({
  'content-security-policy': policyHeader,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  ...(socket instanceof TLSSocket && {
    'strict-transport-security': `max-age=${year}; includeSubDomains`,
  }),
});
