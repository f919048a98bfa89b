import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { PublicResource, SiteSettings, SiteStatus } from '#shared/site.ts';
import { toNetwork } from '../auth/login-limits.ts';
import { argument, runPrepared } from '../database/prepared.ts';
import { type Database, isSqlite } from '../database/tables.ts';
import { sharedRequestCounts } from '../http/plugins/security.ts';
import type { App } from '../http/route.ts';
import { AppError } from '../lib/app-error.ts';
import type { PreviewedRecord, Previews } from './previews.ts';
import { parseSettings, siteSetting } from './settings.ts';
import { hashToken, storeUse } from './tokens.ts';

/** An allowed request, and the state of the data that it reads. */
export type Visit = {
  settings: SiteSettings;
  /** Address of this server for the website, without a slash at the end. */
  base: string;
  token: { name: string; resources: string[] | null } | null;
  /** Unpublished records that it reads: one, or with a token for them all. */
  preview: PreviewedRecord | 'all' | null;
  /** Differs after every change of a record. */
  version: string;
  /** When a record changed last. */
  changedAt: string | null;
};

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyContextConfig {
    /**
     * A route of the website's API that works without a read token, because browsers load files, and developers read the
     * description; or a feed, which needs one that can be in its address.
     */
    site?: 'file' | 'description' | 'feed';
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyRequest {
    visit: Visit | null;
  }
}

type State = {
  settings: string | null;
  version: string | number | null;
  changedAt: string | null;
  tokenId: string | null;
  tokenName: string | null;
  resources: string | null;
  canPreview: number | null;
  previewTokens: number | string;
  expiresAt: string | null;
  lastUsedAt: string | null;
};

/**
 * Reads in one query what decides about a request, so that a change or a revoked token counts at once on all servers. A query
 * of the builder, because SQLite would take other SQL for a write and let it wait.
 */
const selectState = (database: Database) =>
  database
    .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('one'))
    .leftJoin('siteToken as token', (join) => join.on('token.tokenHash', '=', argument))
    .select([
      sql<string | null>`(select value from setting where _id = ${siteSetting})`.as('settings'),
      (isSqlite(database)
        ? sql<string | number | null>`(select max(rowid) from history)`
        : sql<string | number | null>`pg_current_snapshot()::text`
      ).as('version'),
      sql<string | null>`(select at from history order by _id desc limit 1)`.as('changedAt'),
      'token._id as tokenId',
      'token.name as tokenName',
      'token.resources',
      'token.canPreview',
      sql<number | string>`(select count(*) from "siteToken" where "canPreview" = 1)`.as('previewTokens'),
      'token.expiresAt',
      'token.lastUsedAt',
    ]);

const minute = 60_000;
const maxReads = 20;
const maxRequestLength = 300;
const withTokenFactor = 10;

type GateOptions = {
  database: Database;
  previews: Previews;
  isSiteOn?: boolean | undefined;
  siteRequestsPerMinute?: number | undefined;
  publicUrl?: string | undefined;
};

/** Address of this server for websites, without a slash at the end. */
export const getBase = (
  { protocol, host }: { protocol: string; host: string },
  { settings, publicUrl }: { settings: SiteSettings; publicUrl?: string | undefined },
): string => settings.baseUrl ?? publicUrl?.replace(/\/$/, '') ?? `${protocol}://${host}`;

const invalidToken = () => new AppError('unauthenticated', 'The read token is unknown, revoked or expired');
export const otherPreview = () => new AppError('forbidden', 'The preview is of another record');
const tokenNeeded = () => new AppError('unauthenticated', 'Send a read token as Authorization: Bearer site_…');

/** Lets requests of websites in: sets their origin and limit, and rejects them if it must. Sessions of the staff don't count. */
export const addGate = (site: App, { database, previews, isSiteOn = false, publicUrl, ...options }: GateOptions) => {
  const { siteRequestsPerMinute = 3000 } = options;
  const lastReads: SiteStatus['lastReads'] = [];
  const counts = new (sharedRequestCounts(site, database))();
  let storing: Promise<void> = Promise.resolve();
  site.decorateRequest('visit', null);
  site.addHook('onClose', () => storing);

  /** Counts a request. Returns what its headers say about the limit. */
  const count = (policy: 'address' | 'token' | 'file', subject: string) => {
    const max = siteRequestsPerMinute * (policy === 'address' ? 1 : withTokenFactor);
    let counted = { current: 1, ttl: minute };
    counts.incr(
      `site ${policy} ${subject}`,
      (_error, result) => {
        counted = result ?? counted;
      },
      minute,
      max,
    );
    const seconds = Math.ceil(counted.ttl / 1000);
    return {
      seconds,
      isExceeded: counted.current > max,
      headers: {
        'ratelimit-policy': `"${policy}";q=${max};w=${minute / 1000}`,
        ratelimit: `"${policy}";r=${Math.max(0, max - counted.current)};t=${seconds}`,
      },
    };
  };

  site.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { site: kind } = request.routeOptions.config ?? {};
    const isFeed = kind === 'feed';
    const { authorization = '' } = request.headers;
    const query = request.query as Record<string, unknown>;
    const inAddress = isFeed && query.token !== undefined ? String(query.token) : undefined;
    const bearer = /^Bearer (.+)$/i.exec(kind && !isFeed ? '' : authorization)?.[1] ?? inAddress;
    const value = bearer ? hashToken(bearer) : null;
    const build = () => selectState(database);
    const [state] = await runPrepared<State>(database, { key: 'state of the site', build, value });
    if (!state) throw new Error('A query without a condition returned nothing');
    const settings = parseSettings(state.settings);
    if (!settings.isOn && !isSiteOn) throw new AppError('notFound', 'Not found');

    // A token that reads more must not get the published site from a shared cache.
    const hasPreviewTokens = Number(state.previewTokens) > 0;
    reply.header('vary', `Origin, Accept-Encoding${hasPreviewTokens ? ', Authorization' : ''}`);
    const { origin } = request.headers;
    if (origin !== undefined && settings.origins.includes(origin)) {
      reply
        .header('access-control-allow-origin', origin)
        .header('access-control-expose-headers', 'ETag, Last-Modified, RateLimit, RateLimit-Policy, Retry-After');
      if (request.method === 'OPTIONS') {
        reply
          .header('access-control-allow-methods', 'GET, HEAD')
          .header('access-control-allow-headers', 'Authorization, If-None-Match, If-Modified-Since')
          .header('access-control-max-age', 600);
      }
    }
    if (request.method === 'OPTIONS') return reply.code(204).send();

    const isExpired = state.expiresAt !== null && state.expiresAt <= new Date().toISOString();
    const { tokenId } = state;
    const hasToken = tokenId !== null && !isExpired;
    const { headers, isExceeded, seconds } = hasToken
      ? count('token', tokenId)
      : count(kind === 'file' ? kind : 'address', toNetwork(request.ip));
    reply.headers(headers);
    if (isExceeded) {
      const message = 'Too many requests. Wait a moment, then try again.';
      throw new AppError('tooMany', message, { retryAfterSeconds: seconds });
    }
    const { preview: sent } = query;
    // Their own schemas don't know them.
    delete query.preview;
    if (isFeed) delete query.token;
    const preview = sent === undefined ? null : previews.readToken(String(sent));
    const needsToken = isFeed || (settings.isTokenRequired && !kind && !preview);
    if (!hasToken && (bearer !== undefined || needsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw bearer === undefined ? tokenNeeded() : invalidToken();
    }
    if (hasToken && (state.lastUsedAt === null || Date.parse(state.lastUsedAt) < Date.now() - minute)) {
      storing = storing
        .then(() => storeUse(database, tokenId))
        .catch((error: unknown) => request.log.warn({ err: error }, 'could not store the use of a read token'));
    }
    request.visit = {
      settings,
      base: getBase(request, { settings, publicUrl }),
      token: hasToken
        ? { name: String(state.tokenName), resources: state.resources ? JSON.parse(state.resources) : null }
        : null,
      preview: preview ?? (hasToken && state.canPreview === 1 ? 'all' : null),
      version: String(state.version),
      changedAt: state.changedAt,
    };
  });

  site.addHook('onSend', async (request, reply) => {
    if (request.visit?.preview) reply.header('cache-control', 'no-store');
  });

  site.addHook('onResponse', async (request, reply) => {
    if (['file', 'description'].includes(request.routeOptions.config?.site ?? '')) return;
    lastReads.unshift({
      at: new Date().toISOString(),
      request: `${request.method} ${request.url.replace(/([?&](?:preview|token)=)[^&]+/g, '$1…')}`.slice(
        0,
        maxRequestLength,
      ),
      status: reply.statusCode,
      tokenName: request.visit?.token?.name ?? null,
    });
    lastReads.length = Math.min(lastReads.length, maxReads);
  });

  return { lastReads };
};

/**
 * Returns the request's visit. Throws if websites can't read the resource, or its token can't. The preview of one record
 * reads nothing else, so that it never shows something published instead.
 */
export const requireVisit = ({ visit, routeOptions }: FastifyRequest, resource?: PublicResource): Visit => {
  if (!visit || (resource && !visit.settings.resources.includes(resource.name)))
    throw new AppError('notFound', 'Not found');
  if (resource && visit.token?.resources && !visit.token.resources.includes(resource.name))
    throw new AppError('forbidden', 'The read token isn’t for this resource');
  const { preview } = visit;
  if (preview && preview !== 'all' && preview.resource !== resource?.name && !routeOptions.config.site)
    throw otherPreview();
  return visit;
};
