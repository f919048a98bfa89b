import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import helmet from '@fastify/helmet';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { appKeyHeader } from '#shared/embedded.ts';
import { isLoopback } from '#shared/urls.ts';
import { addCounts, hashSubject } from '../../auth/login-limits.ts';
import { type Database, isSqlite, type Row } from '../../database/tables.ts';
import { AppError, validationError } from '../../lib/app-error.ts';
import { startBackgroundTask } from '../../lib/background-task.ts';
import type { ServerConfig } from '../../lib/config.ts';
import { strictPolicy, strictTransportSecurity } from '../client-errors.ts';
import type { App } from '../route.ts';

const wildcards = ['0.0.0.0', '::', ''];

/** An IPv6 address in a URL has brackets. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();

type ListenAddress = { host: string; publicUrl?: string | undefined };

/**
 * Returns whether a request may name a host in its `Host` header. Prevents DNS rebinding: another site can point its
 * host name at this server. A name is rejected wherever the server knows its own; an IP address can't be rebound.
 */
const createHostCheck = ({ host, publicUrl }: ListenAddress): ((name: string) => boolean) => {
  const known = publicUrl === undefined ? [] : [withoutBrackets(new URL(publicUrl).hostname)];
  if (!wildcards.includes(host)) known.push(withoutBrackets(host));
  if (known.length === 0) return () => true;
  const isLocal = isLoopback(host);
  return (name) => {
    const plain = withoutBrackets(name);
    return known.includes(plain) || isLoopback(plain) || (!isLocal && isIP(plain) !== 0);
  };
};

/** Requests of a client in a time window. The windows of all servers begin at the same time. */
type Window = {
  end: number;
  /** Requests to all servers, at the last exchange. */
  total: number;
  /** Requests to this server since then. */
  own: number;
};

/** A server counts at most this many milliseconds without the requests that others get. */
const exchangeInterval = 1000;

/**
 * Counts of requests that the servers on one PostgreSQL database share. They are exchanged once a second, so that no
 * request waits for the database.
 */
export const sharedRequestCounts = (app: App, database: Database): (new () => FastifyRateLimitStore) => {
  const windows = new Map<string, Window>();
  const exchange = async () => {
    for (const [key, window] of windows) {
      const { end, own } = window;
      if (end <= Date.now()) windows.delete(key);
      else if (own > 0 && !isSqlite(database)) {
        const count = {
          _id: hashSubject(`requests ${key} ${end}`),
          count: own,
          expiresAt: new Date(end).toISOString(),
        };
        const [counted] = await addCounts(database, [count]);
        window.total = counted?.count ?? 0;
        window.own -= own;
      }
    }
  };
  const failure = 'could not exchange the counts of requests';
  const { stop } = startBackgroundTask({ work: exchange, every: exchangeInterval, log: app.log, failure });
  app.addHook('onClose', stop);
  return class SharedRequestCounts implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, callback, timeWindow) => {
      const now = Date.now();
      const end = (Math.floor(now / timeWindow) + 1) * timeWindow;
      const existing = windows.get(key);
      const window = existing?.end === end ? existing : { end, total: 0, own: 0 };
      windows.set(key, window);
      window.own += 1;
      callback(null, { current: window.total + window.own, ttl: end - now });
    };

    child() {
      return this;
    }
  };
};

type LimitsOptions = Pick<
  ServerConfig,
  'host' | 'publicUrl' | 'appKey' | 'requestsPerMinute' | 'trustProxy' | 'tls'
> & { database: Database };

/** More than one user with a running import causes. */
const defaultRequestsPerMinute = 3000;

const isValidAppKey = (header: unknown, key: string): boolean => {
  const actual = Buffer.from(typeof header === 'string' ? header : '');
  const expected = Buffer.from(key);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
};

const hostname = (request: FastifyRequest) => request.headers.host?.replace(/:\d+$/, '') ?? '';

/** Far deeper than any valid request, and shallow enough for recursive functions. */
const maxDepth = 100;

/** Finds input that later code can't handle: NUL characters, which can't be stored, and excessive nesting. */
const findInvalidInput = (input: unknown, depth = 0): string | null => {
  if (typeof input === 'string') {
    return input.includes('\0') ? 'The request contains a character that can’t be saved' : null;
  }
  if (typeof input !== 'object' || input === null) return null;
  if (depth === maxDepth) return 'The request is nested too deeply';
  for (const key of Object.keys(input)) {
    const problem = findInvalidInput(key) ?? findInvalidInput((input as Row)[key], depth + 1);
    if (problem) return problem;
  }
  return null;
};

/** The API, with its errors: their data belongs in no cache. Stored files and the web app set their own headers. */
const isApiPath = (url: string): boolean => /^\/v1(?:[/?]|$)/i.test(url);

/** Access checks, rate limits and security headers for all requests. */
export const addLimits = async (app: App, options: LimitsOptions): Promise<void> => {
  const { host, publicUrl, appKey, tls, trustProxy, requestsPerMinute = defaultRequestsPerMinute } = options;
  // First, so that the rejections below have these headers too.
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: strictPolicy },
    // Without TLS, the reverse proxy has to send HSTS: only it knows whether its address always uses HTTPS.
    strictTransportSecurity: tls ? strictTransportSecurity : false,
  });

  const isOwnHost = createHostCheck({ host, publicUrl });
  app.addHook('onRequest', async (request, reply) => {
    if (isApiPath(request.url)) reply.header('cache-control', 'no-store');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw new AppError('invalid', 'The request names no host');
    }
    if (!request.routeOptions.config.isHealthCheck && !isOwnHost(hostname(request))) {
      throw new AppError('forbidden', 'This server only accepts requests that are addressed to it');
    }
    if (appKey !== undefined && !isValidAppKey(request.headers[appKeyHeader], appKey)) {
      throw new AppError('forbidden', 'This server only accepts requests from the app that started it');
    }
  });

  app.addHook('preValidation', async (request) => {
    const message = findInvalidInput([request.params, request.query, request.body]);
    if (message) throw validationError([{ field: '', message }]);
  });

  // Requests from the same machine aren't limited, unless a web server on it forwards those of others.
  if (isLoopback(host) && !trustProxy) return;
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    store: sharedRequestCounts(app, options.database),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('tooMany', 'Too many requests. Wait a moment, then try again.', {
        retryAfterSeconds: Math.ceil(ttl / 1000),
      }),
  });
};
