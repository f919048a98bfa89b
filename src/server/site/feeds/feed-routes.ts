import type { RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { feedNames, feedReportSchema, feeds } from '#shared/feeds.ts';
import { product } from '#shared/resources/product.ts';
import { publicResources } from '#shared/site.ts';
import { matchesEtag } from '../../http/plugins/uploads.ts';
import { type App, addRoute as addStaffRoute } from '../../http/route.ts';
import { parseInput } from '../../lib/app-error.ts';
import { getBase, requireVisit } from '../gate.ts';
import { chooseEncoding, privateCaching } from '../respond.ts';
import { readSettings } from '../settings.ts';
import { createFeedFiles } from './feed-files.ts';
import { readHidden } from './findings.ts';
import type { FeedSource } from './read-products.ts';

type FeedOptions = {
  addRoute: (url: string, handler: RouteHandlerMethod, kind: 'feed') => unknown;
  context: Omit<FeedSource, 'settings' | 'base'>;
  publicUrl: string | undefined;
};

/** Adds the feeds for marketplaces to the API for websites, and what admins see of them. */
export const addFeeds = (app: App, { addRoute, context, publicUrl }: FeedOptions): void => {
  const { database } = context;
  const files = createFeedFiles();
  app.addHook('onClose', files.close);
  const published = publicResources.find(({ name }) => name === product.name);

  for (const name of feedNames) {
    const { file, type } = feeds[name];
    addRoute(
      `/v1/feeds/${file}`,
      async (request, reply) => {
        const { settings, base, version } = requireVisit(request, published);
        parseInput(z.strictObject({}), request.query);
        const feed = await files.get(name, { ...context, settings, base, version });
        const isCompressed = chooseEncoding(request.headers['accept-encoding']?.replace(/\bbr\b/g, '')) === 'gzip';
        const etag = `"${feed.hash}${isCompressed ? '-gzip' : ''}"`;
        // Its address has a token, so no shared cache keeps it.
        reply.header('etag', etag).header('cache-control', privateCaching);
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
        if (isCompressed) reply.header('content-encoding', 'gzip');
        return reply.type(type).send(request.method === 'HEAD' ? '' : files.open(feed, { isCompressed }));
      },
      'feed',
    );
  }

  addStaffRoute(app, {
    url: 'GET /v1/website/feeds/:feed',
    access: { resource: 'website', action: 'read' },
    summary: 'Get what is in a feed for marketplaces, and what is left out and why',
    params: z.strictObject({ feed: z.enum(feedNames).meta({ description: 'Format of the feed', example: 'google' }) }),
    response: feedReportSchema,
    handle: async (request) => {
      const settings = await readSettings(database);
      const base = getBase(request, { settings, publicUrl });
      const { report } = await files.get(request.params.feed, { ...context, settings, base, version: '' });
      const findings = [...report.findings, ...(await readHidden(database))];
      return {
        message: 'Feed checked',
        data: {
          ...report,
          findings: findings.toSorted((one, other) => Number(other.isLeftOut) - Number(one.isLeftOut)),
        },
      };
    },
  });
};
