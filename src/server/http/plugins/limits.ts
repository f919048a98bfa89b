import { timingSafeEqual } from 'node:crypto';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { appKeyHeader } from '#shared/embedded.ts';
import { Failure, invalid } from '../../lib/failure.ts';

type LimitsOptions = {
  /** The address that the server listens on. */
  host: string;
  /** Every request must carry it: the server answers nobody but the app that started it. */
  appKey: string | undefined;
  /** Of one address, where others can reach the server. */
  requestsPerMinute: number | undefined;
};

/** More than a person can cause, and an import beside. */
const usualRequestsPerMinute = 3000;
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is reached from this machine alone. */
const isLoopback = (host: string): boolean => loopbackNames.includes(host) || host === '::1';

const isKeyRight = (sent: unknown, key: string): boolean => {
  const given = Buffer.from(typeof sent === 'string' ? sent : '');
  const wanted = Buffer.from(key);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

const hostname = (request: FastifyRequest) => request.headers.host?.replace(/:\d+$/, '').toLowerCase() ?? '';

/** Far deeper than anything that is sent here, and not so deep that a function which calls itself could fail. */
const maxDepth = 100;

/** Finds what nothing behind it could bear: text with a zero character, which no database keeps, and endless nesting. */
const findUnbearable = (input: unknown): string | null => {
  const open: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && value.includes('\0')) {
      return 'The request contains a character that can’t be saved';
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth === maxDepth) return 'The request is nested too deeply';
    for (const [key, inner] of Object.entries(value)) {
      open.push({ value: key, depth }, { value: inner, depth: depth + 1 });
    }
  }
  return null;
};

/** Who may ask at all, how often, and with what headers the answers leave. */
export const limits = fastifyPlugin<LimitsOptions>(
  async (app, { host, appKey, requestsPerMinute = usualRequestsPerMinute }) => {
    app.addHook('onRequest', async (request) => {
      // A page of another site can point its name at this machine; the name then gives it away.
      if (isLoopback(host) && !loopbackNames.includes(hostname(request))) {
        throw new Failure({
          kind: 'forbidden',
          message: 'This server only accepts requests addressed to this computer',
        });
      }
      if (appKey !== undefined && !isKeyRight(request.headers[appKeyHeader], appKey)) {
        throw new Failure({
          kind: 'forbidden',
          message: 'This server only accepts requests from the app that started it',
        });
      }
    });

    app.addHook('preValidation', async (request) => {
      const message = findUnbearable([request.params, request.query, request.body]);
      if (message) throw invalid([{ field: '', message }]);
    });

    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      },
      // Whether the address is only reached by https is for the proxy in front to say.
      strictTransportSecurity: false,
    });

    // On its own machine a person's requests need no counting.
    if (isLoopback(host)) return;
    await app.register(rateLimit, {
      max: requestsPerMinute,
      timeWindow: '1 minute',
      errorResponseBuilder: (_request, { ttl }) =>
        new Failure({
          kind: 'tooMany',
          message: 'Too many requests. Wait a moment, then try again.',
          retryAfterSeconds: Math.ceil(ttl / 1000),
        }),
    });
  },
  { name: 'limits', dependencies: ['errors'] },
);
