import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import PQueue from 'p-queue';
import { z } from 'zod';
import { type ImportableName, type ImportReport, importableNames, previewResponseSchema } from '#shared/import.ts';
import { importFields, listKnownTitles } from '#shared/import-columns.ts';
import { can } from '#shared/permissions.ts';
import { productTitles } from '#shared/product/import-columns.ts';
import { previewSpreadsheet } from '../../../spreadsheet/read.ts';
import { mimeTypes } from '../../../spreadsheet/write.ts';
import type { DownloadSettings } from '../../import/images/download-image.ts';
import type { Importer } from '../../import/importer.ts';
import { createProductImporter } from '../../import/product/product-importer.ts';
import { writeProductTemplate } from '../../import/product/template.ts';
import { createResourceImporter, findImportable } from '../../import/resource/resource-importer.ts';
import { type ImportRequest as Run, runImport } from '../../import/run-import.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { AppError } from '../../lib/app-error.ts';
import { createKeyedQueue } from '../../lib/queues.ts';
import { assertConfirmed, type OperationsContext } from '../../records/hooks.ts';
import { forbiddenError, requireSession } from '../plugins/auth.ts';
import { sendError } from '../plugins/errors.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { writeOptionsFrom } from '../records/routes.ts';
import { fileResponse, routeOptions } from '../route.ts';
import {
  formatForm,
  formRouteOptions,
  type ImportQuery,
  importForm,
  importRouteOptions,
  parseForm,
  parseImportOptions,
  productForm,
} from './form.ts';
import { addJobRoutes } from './job-routes.ts';
import { abortOnDisconnect, fileMissingError, toAppError, type Upload, withUpload } from './upload.ts';

export type ImportRoutesOptions = { context: OperationsContext; jobs: Jobs; downloads: DownloadSettings };

const buildMessage = (
  { create, update, unchanged, failed, rows, total, isWritten }: ImportReport,
  isDryRun: boolean,
) => {
  const merged = rows > total ? ` (from ${rows} rows)` : '';
  const counts = `${create} to create, ${update} to update, ${unchanged} unchanged, ${failed} with errors${merged}`;
  if (isDryRun) return `Check complete: ${counts}`;
  if (!isWritten) {
    return `Nothing was imported: ${failed} with errors. Fix them, or import the rest without them.`;
  }
  return `Import complete: ${create} created, ${update} updated, ${unchanged} unchanged, ${failed} with errors${merged}`;
};

type Import<Draft> = { upload: Upload; kind: string; importer: Importer<Draft> };
type ImportRequest = FastifyRequest<{ Querystring: ImportQuery }>;

const handleImport = async <Draft>(
  { context, jobs }: ImportRoutesOptions,
  { upload, kind, importer }: Import<Draft>,
  { request, reply }: { request: ImportRequest; reply: FastifyReply },
): Promise<unknown> => {
  const { file } = upload;
  if (!file) throw fileMissingError();
  const options = parseImportOptions(request.query, upload);
  const { isDryRun } = options;
  const { actor } = writeOptionsFrom(request);
  const run = (callbacks: Pick<Run, 'signal' | 'onProgress' | 'beforeCommit'>) =>
    runImport(context, importer, { file, options, actor, ...callbacks }).catch(toAppError);

  if (request.query.async) {
    const toStarted = (jobId: string) => ({ success: true, message: 'Import started', jobId });
    const jobId = await jobs.start({
      kind,
      userId: requireSession(request).session.userId,
      runJob: async ({ signal, onProgress, markDone }) => {
        const report = await run({
          signal,
          onProgress,
          beforeCommit: ({ database }, written) =>
            markDone(database, { message: buildMessage(written, false), report: written }),
        });
        const state = isDryRun || report.isWritten ? 'done' : 'failed';
        return { state, message: buildMessage(report, isDryRun), report };
      },
      discard: upload.discard,
      beforeCommit: storeIdempotentResponse(request, toStarted, 202),
    });
    reply.code(202);
    return toStarted(jobId);
  }
  try {
    const toResponse = (report: ImportReport) => ({
      success: true,
      message: buildMessage(report, isDryRun),
      report,
    });
    const signal = abortOnDisconnect(reply);
    const report = await jobs.runExclusive(signal, () =>
      run({ signal, onProgress: () => {}, beforeCommit: storeIdempotentResponse(request, toResponse) }),
    );
    const { message, ...response } = toResponse(report);
    if (isDryRun || report.isWritten) return { ...response, message };
    return sendError(reply, new AppError('unprocessable', message), { report });
  } finally {
    await upload.discard();
  }
};

const resourceSchema = z.enum(importableNames, {
  error: `resource must be one of ${importableNames.join(', ')}`,
});

const resourceForm = importForm.extend({ resource: resourceSchema });

const parseResourceName = (upload: Upload, request: FastifyRequest): ImportableName => {
  const { resource } = parseForm(resourceForm, upload);
  const { role } = requireSession(request).session;
  const isAllowed = (['create', 'update'] as const).every((action) => can({ role, action, resource }));
  if (!isAllowed) throw forbiddenError();
  // Before the import starts, because it may continue as a job after the response.
  if (resource === 'user') assertConfirmed(requireSession(request));
  return resource;
};

const addImportRoutes = (app: FastifyInstance, options: ImportRoutesOptions) => {
  app.post<{ Querystring: ImportQuery }>(
    '/v1/product/upload-csv',
    importRouteOptions({
      access: { resource: 'product', action: 'create' },
      summary: 'Import products and their variants from a spreadsheet or a Shopify export',
      form: productForm,
    }),
    withUpload<ImportRequest>('excel', async (upload, request, reply) => {
      const { createSkus = null, downloadImages } = parseForm(productForm, upload);
      const importer = createProductImporter({
        skuPattern: createSkus,
        isDownloading: downloadImages === 'true',
        downloads: options.downloads,
      });
      return handleImport(options, { upload, kind: 'product', importer }, { request, reply });
    }),
  );

  app.post<{ Querystring: ImportQuery }>(
    '/v1/sportsCenter/excelImportForSportcenter',
    importRouteOptions({
      access: 'signedIn',
      summary: 'Import records from a spreadsheet into the resource given in the form',
      form: resourceForm,
    }),
    withUpload<ImportRequest>(null, async (upload, request, reply) => {
      if (!upload.file) throw fileMissingError();
      const kind = parseResourceName(upload, request);
      const importer = createResourceImporter(findImportable(kind));
      return handleImport(options, { upload, kind, importer }, { request, reply });
    }),
  );

  app.get(
    '/v1/product/import-template',
    routeOptions(
      {
        access: { resource: 'product', action: 'read' },
        tag: 'import',
        summary: 'Download the product import template (xlsx)',
      },
      { response: { 200: fileResponse('The workbook', [mimeTypes.xlsx]) } },
    ),
    (_request, reply) =>
      reply
        .type(mimeTypes.xlsx)
        .header('content-disposition', 'attachment; filename="product-import.xlsx"')
        .send(writeProductTemplate()),
  );
};

const previewNames = ['product', ...importableNames] as const;

const previewForm = formatForm.extend({
  resource: z
    .enum(previewNames, { error: `resource must be one of ${previewNames.join(', ')}` })
    .default('product')
    .meta({ description: 'Resource whose column titles identify the header row (default: product)' }),
});

const preview = async (upload: Upload, signal: AbortSignal) => {
  if (!upload.file) throw fileMissingError();
  const { resource, ...format } = parseForm(previewForm, upload);
  // The same titles as those of the import, so that the preview finds the same header row.
  const knownTitles =
    resource === 'product' ? productTitles : listKnownTitles(importFields(findImportable(resource).resource));
  const data = await previewSpreadsheet({ ...upload.file, ...format, knownTitles, signal }).catch(toAppError);
  return { success: true, message: `${data.columns.length} columns`, data };
};

/** A preview of a large workbook takes hundreds of megabytes. */
const maxPreviews = 2;

const addPreviewRoute = (app: FastifyInstance): void => {
  const queue = new PQueue({ concurrency: maxPreviews });
  const runOncePerUser = createKeyedQueue();
  app.post(
    '/v1/import/preview',
    formRouteOptions(
      { access: 'signedIn', summary: 'Preview a spreadsheet without storing it', form: previewForm },
      { response: { 200: previewResponseSchema } },
    ),
    withUpload('excel', (upload, request, reply) => {
      const signal = abortOnDisconnect(reply);
      const { userId } = requireSession(request).session;
      return runOncePerUser(userId, () => queue.add(() => preview(upload, signal))).finally(upload.discard);
    }),
  );
};

/** Routes for imports and their jobs, in their own scope because no other route accepts multipart bodies. */
export const importRoutes = async (app: FastifyInstance, options: ImportRoutesOptions): Promise<void> => {
  await app.register(multipart);
  addImportRoutes(app, options);
  addPreviewRoute(app);
  addJobRoutes(app, options);
};
