import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { hasPages } from '#shared/resource-kit/fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { type PublicResource, publicResources } from '#shared/site.ts';
import type { Row } from '../database/tables.ts';
import type { FileStore } from '../files/file-store.ts';
import { createImageInfo } from '../files/images/image-info.ts';
import { sendProblem, toErrorReply } from '../http/plugins/errors.ts';
import { createFileSender, fileQuerySchema } from '../http/plugins/uploads.ts';
import type { App } from '../http/route.ts';
import { AppError, parseInput } from '../lib/app-error.ts';
import type { ServerConfig } from '../lib/config.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { type AdminContext, addAdminRoutes } from './admin-routes.ts';
import { readSiteChanges } from './changes.ts';
import { addFeeds } from './feeds/feed-routes.ts';
import { addGate, otherPreview, requireVisit, type Visit } from './gate.ts';
import { describeSite, toDocsPage } from './openapi.ts';
import { addPreviewRoutes } from './preview-routes.ts';
import { createPreviews, type PreviewedRecord } from './previews.ts';
import { readPublicVariants } from './products.ts';
import { isPublicFile } from './public-files.ts';
import { type ReadContext, readList, readOne, readParts } from './read.ts';
import { createResponder } from './respond.ts';
import { readBySlug, readRedirects } from './slugs.ts';
import { createMedia, type Media, toPublic } from './to-public.ts';
import { addWebhookRoutes, type WebhookContext } from './webhook-routes.ts';

type SiteOptions = OperationsContext &
  Omit<AdminContext, 'config' | 'lastReads'> &
  WebhookContext & { files: FileStore; storageKey: Uint8Array };

const nothing = z.strictObject({});
const json = 'application/json; charset=utf-8';
const docsPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/** Names of the resources that a visit may read. */
const listReadable = ({ settings, token }: Visit): string[] =>
  settings.resources.filter((name) => token?.resources?.includes(name) ?? true);

const notFound = () => new AppError('notFound', 'Not found');

/** Adds the API for websites below `/site`, and the routes for its settings. */
export const addSite = async (app: App, options: SiteOptions, config: ServerConfig): Promise<void> => {
  const { databaseHandle, files, getHooks } = options;
  const { database } = databaseHandle;
  const previews = createPreviews(options.storageKey);
  const toContext = ({ preview }: Visit): ReadContext => ({ database, getHooks, preview });
  const imageInfo = createImageInfo({ database, storage: files.storage });
  app.addHook('onClose', imageInfo.close);

  /** Turns rows into records with what belongs to them, in a constant number of queries. */
  const toRecords = async (
    context: ReadContext,
    resource: PublicResource,
    rows: readonly Row[],
    media: Media,
  ): Promise<Row[]> => {
    const ids = rows.map(({ _id }) => String(_id));
    const { parts } = resource.site;
    const part = findResource(parts?.of ?? '');
    const found = parts && part && (await readParts(context, { part, by: parts.by, ids }));
    const variants = resource.name === 'product' ? await readPublicVariants(database, ids, media) : null;
    const records = rows.map((row) => {
      const id = String(row._id);
      const own = media.of({ resource: resource.name, id });
      return {
        ...toPublic(resource, row, own),
        ...(parts && part && { [parts.name]: found?.get(id)?.map((each) => toPublic(part, each, own)) }),
        ...(variants && { variants: variants.get(id) }),
      };
    });
    await media.complete();
    return records;
  };

  const readPage = async (context: ReadContext, resource: PublicResource, query: unknown, media: Media) => {
    if (context.preview && context.preview !== 'all') throw otherPreview();
    const { rows, nextCursor } = await readList(context, resource, query);
    return { data: await toRecords(context, resource, rows, media), nextCursor };
  };

  const toResponse = async (context: ReadContext, resource: PublicResource, row: Row | undefined, media: Media) => {
    const { preview } = context;
    if (row && preview && preview !== 'all' && preview.id !== row._id) throw otherPreview();
    const [data] = row ? await toRecords(context, resource, [row], media) : [];
    if (!data) throw notFound();
    return { data };
  };

  await app.register(
    async (site: App) => {
      const respond = createResponder();
      const { lastReads } = addGate(site, { database, previews, ...config });
      site.setErrorHandler((error, request, reply) => sendProblem(reply, toErrorReply(error as never, request.log)));
      site.setNotFoundHandler((request, reply) => {
        const isRead = request.method === 'GET' || request.method === 'HEAD';
        if (isRead) throw notFound();
        return sendProblem(reply.header('allow', 'GET, HEAD'), {
          status: 405,
          body: { success: false, message: 'Only reading is possible' },
        });
      });

      const addRoute = (url: string, handler: RouteHandlerMethod, kind?: 'file' | 'description' | 'feed') =>
        site.get(url, { config: { access: 'public', rateLimit: false, site: kind }, schema: { hide: true } }, handler);

      const sendData = (
        request: FastifyRequest,
        reply: FastifyReply,
        visit: Visit,
        build: (media: Media) => Promise<object>,
      ) => {
        const createToken = visit.preview ? (record: PreviewedRecord) => previews.createToken(record).token : null;
        const toText = async () =>
          JSON.stringify(await build(createMedia({ base: visit.base, imageInfo, createToken })));
        // Kept neither here nor elsewhere, so without an ETag.
        if (visit.preview) return toText().then((text) => reply.type(json).send(text));
        const version = `${visit.version} ${imageInfo.getCount()}`;
        return respond({ request, reply, visit }, { version, type: json, build: toText });
      };

      const addData = (
        url: string,
        resource: PublicResource,
        build: (request: FastifyRequest, media: Media, context: ReadContext) => Promise<object>,
      ) =>
        addRoute(url, (request, reply) => {
          const visit = requireVisit(request, resource);
          return sendData(request, reply, visit, (media) => build(request, media, toContext(visit)));
        });

      for (const resource of publicResources) {
        const { path } = resource.site;
        if (resource.isSingleton) {
          addData(`/v1/${path}`, resource, async (request, media, context) => {
            parseInput(nothing, request.query);
            return toResponse(context, resource, await readOne(context, resource), media);
          });
          continue;
        }
        addData(`/v1/${path}`, resource, (request, media, context) =>
          readPage(context, resource, request.query, media),
        );
        addData(`/v1/${path}/:id`, resource, async (request, media, context) => {
          parseInput(nothing, request.query);
          const { id } = request.params as { id: string };
          return toResponse(context, resource, await readOne(context, resource, id), media);
        });
        if (!hasPages(resource)) continue;
        addRoute(`/v1/${path}/by-slug/:slug`, async (request, reply) => {
          const visit = requireVisit(request, resource);
          parseInput(nothing, request.query);
          const { slug } = request.params as { slug: string };
          const context = toContext(visit);
          const row = await readBySlug(context, resource, slug);
          // A redirected request could lose its token.
          if (row && row.slug !== slug && !visit.preview)
            return reply.redirect(`${visit.base}/site/v1/${path}/by-slug/${row.slug}`, 301);
          return sendData(request, reply, visit, (media) => toResponse(context, resource, row, media));
        });
      }

      addRoute('/v1/redirects', (request, reply) => {
        const visit = requireVisit(request);
        parseInput(nothing, request.query);
        const readable = publicResources.filter(({ name }) => listReadable(visit).includes(name));
        return sendData(request, reply, visit, async () => {
          const found = await Promise.all(readable.filter(hasPages).map((each) => readRedirects(database, each)));
          return { data: found.flat() };
        });
      });

      // Not cached, because websites ask for the latest changes.
      addRoute('/v1/changes', async (request) => {
        const resources = listReadable(requireVisit(request));
        return readSiteChanges(database, { query: request.query, resources });
      });

      const sendFile = createFileSender(files);
      addRoute(
        '/v1/files/:filename',
        async (request, reply) => {
          const visit = requireVisit(request);
          const { filename } = request.params as { filename: string };
          const { w } = parseInput(fileQuerySchema.omit({ name: true }).strict(), request.query);
          const resources = publicResources.filter(({ name }) => visit.settings.resources.includes(name));
          if (!(await isPublicFile(toContext(visit), { file: filename, resources }))) throw notFound();
          return sendFile(request, reply, { filename, w });
        },
        'file',
      );

      const addDescription = (
        url: string,
        type: string,
        toText: (description: ReturnType<typeof describeSite>) => string,
      ) =>
        addRoute(
          url,
          async (request: FastifyRequest, reply: FastifyReply) => {
            const visit: Visit = requireVisit(request);
            reply.header('content-security-policy', docsPolicy);
            const { resources } = visit.settings;
            const build = async () =>
              toText(
                describeSite(
                  publicResources.filter(({ name }) => resources.includes(name)),
                  visit.base,
                ),
              );
            return respond({ request, reply, visit }, { version: visit.version, type, build });
          },
          'description',
        );
      addDescription('/v1/openapi.json', json, (description) => JSON.stringify(description));
      addDescription('/docs', 'text/html; charset=utf-8', toDocsPage);
      const context = { database, getHooks, imageInfo, isSiteOn: config.isSiteOn ?? false };
      addFeeds(app, { addRoute, context, publicUrl: config.publicUrl });
      addAdminRoutes(app, { ...options, config, lastReads });
      addWebhookRoutes(app, options);
      addPreviewRoutes(app, { database, previews, config });
    },
    { prefix: '/site' },
  );
};
