import pg from 'pg';
import { isLoopback } from '#shared/loopback.ts';

/** The directory of a Unix socket is an absolute path. */
const isLocal = (host: string): boolean => isLoopback(host) || host.startsWith('/');

/**
 * Requires TLS with a verified certificate for a database on another computer, unless its URL says how to encrypt the
 * connection. The library finds the host, which can also be in the query or in the environment.
 */
export const tlsOption = (databaseUrl: string): { ssl?: true } => {
  const isExplicit = /[?&]ssl(mode)?=/.test(databaseUrl);
  return isExplicit || isLocal(new pg.Client({ connectionString: databaseUrl }).host) ? {} : { ssl: true };
};
