import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FastifyBaseLogger } from 'fastify';
import type { ErrorResponse } from '#shared/api.ts';
import { errorCode } from '../database/database-errors.ts';

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

const rejections: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long. Try again.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The request is too large' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The address and the headers of the request are too long' },
};
const malformed = { status: 400, message: 'The request isn’t valid' };

/** Responds to what Node can't read as a request, and closes the connection. */
export const createClientErrorHandler =
  (log: Pick<FastifyBaseLogger, 'info'>) =>
  (error: Error, socket: Socket): void => {
    const code = errorCode(error);
    if (code === 'ECONNRESET' || socket.destroyed) return;
    const { status, message } = rejections[code] ?? malformed;
    // The error itself contains the request, with its token.
    log.info({ status, code }, 'rejected a malformed request');
    if (socket.writable) {
      const body = JSON.stringify({ success: false, message } satisfies ErrorResponse);
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        connection: 'close',
        ...earlyErrorHeaders(socket),
      };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
    }
    socket.destroy(error);
  };
