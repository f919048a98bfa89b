import multipart from '@fastify/multipart';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import PQueue from 'p-queue';
import { z } from 'zod';
import { type ImportableName, type ImportReport, importableNames, previewResponseSchema } from '#shared/import.ts';
import { importFields, listKnownTitles } from '#shared/import-columns.ts';
import { can } from '#shared/permissions.ts';
import { productTitles } from '#shared/product/import-columns.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { previewSpreadsheet } from '../../../spreadsheet/read.ts';
import { mimeTypes } from '../../../spreadsheet/write.ts';
import type { ActiveSession } from '../../auth/sessions.ts';
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
import { forbiddenError } from '../plugins/auth.ts';
import { createValidator, toErrorReply } from '../plugins/errors.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { writeOptionsFrom } from '../records/routes.ts';
import { type App, addRoute, fileResponse } from '../route.ts';
import {
  formatForm,
  formRoute,
  type ImportQuery,
  importForm,
  importRoute,
  parseForm,
  parseImportOptions,
  productForm,
} from './form.ts';
import { addJobRoutes } from './job-routes.ts';
import { abortOnDisconnect, toAppError, type Upload, withUpload } from './upload.ts';

type ImportsContext = OperationsContext & { jobs: Jobs; downloads: DownloadSettings };

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

const describeFailure = (error: unknown, { log }: FastifyRequest): string => {
  const { message } = toErrorReply(error as FastifyError, log).body;
  if (error instanceof AppError) return message;
  return joinSentences([message.replace(' Nothing was saved.', ''), 'Nothing was imported']);
};

const handleImport = async <Draft>(
  context: ImportsContext,
  { upload, kind, importer }: { upload: Upload; kind: string; importer: Importer<Draft> },
  { request, reply }: { request: FastifyRequest<{ Querystring: ImportQuery }>; reply: FastifyReply },
) => {
  const options = parseImportOptions(request.query, upload);
  const { jobs } = context;
  const { isDryRun } = options;
  const { actor } = writeOptionsFrom(request);
  const run = (callbacks: Pick<Run, 'signal' | 'onProgress' | 'beforeCommit'>) =>
    runImport(context, importer, { file: upload.file, options, actor, ...callbacks }).catch(toAppError);

  if (request.query.async) {
    const toStarted = (jobId: string) => ({ message: 'Import started', jobId });
    const jobId = await jobs.start({
      kind,
      userId: actor.userId,
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
      toFailure: (error) => ({ state: 'failed', message: describeFailure(error, request), report: null }),
      discard: upload.discard,
      beforeCommit: storeIdempotentResponse(request, toStarted, 202),
    });
    return reply.code(202).send({ success: true, ...toStarted(jobId) });
  }
  try {
    const toResponse = (report: ImportReport) => ({ message: buildMessage(report, isDryRun), report });
    const signal = abortOnDisconnect(reply);
    const report = await jobs.runExclusive(signal, () =>
      run({ signal, onProgress: () => {}, beforeCommit: storeIdempotentResponse(request, toResponse) }),
    );
    const response = toResponse(report);
    if (isDryRun || report.isWritten) return response;
    throw new AppError('unprocessable', response.message, { extra: { report } });
  } finally {
    await upload.discard();
  }
};

const resourceForm = importForm.extend({
  resource: z.enum(importableNames, { error: `resource must be one of ${importableNames.join(', ')}` }),
});

const parseResourceName = (upload: Upload, active: ActiveSession): ImportableName => {
  const { resource } = parseForm(resourceForm, upload);
  const { role } = active.session;
  const isAllowed = (['create', 'update'] as const).every((action) => can({ role, action, resource }));
  if (!isAllowed) throw forbiddenError();
  // Before the import starts, because it may continue as a job after the response.
  if (resource === 'user') assertConfirmed(active);
  return resource;
};

const addImportRoutes = (app: App, context: ImportsContext) => {
  addRoute(app, {
    url: 'POST /v1/product/upload-csv',
    ...importRoute(productForm),
    access: { resource: 'product', action: 'create' },
    summary: 'Import products and their variants from a spreadsheet or a Shopify export',
    handle: (request, _active, reply) =>
      withUpload(request, 'excel', async (upload) => {
        const { createSkus = null, downloadImages } = parseForm(productForm, upload);
        const importer = createProductImporter({
          skuPattern: createSkus,
          isDownloading: downloadImages === 'true',
          downloads: context.downloads,
        });
        return handleImport(context, { upload, kind: 'product', importer }, { request, reply });
      }),
  });

  addRoute(app, {
    url: 'POST /v1/sportsCenter/excelImportForSportcenter',
    ...importRoute(resourceForm),
    summary: 'Import records from a spreadsheet into the resource given in the form',
    handle: (request, active, reply) =>
      withUpload(request, null, async (upload) => {
        const kind = parseResourceName(upload, active);
        const importer = createResourceImporter(findImportable(kind));
        return handleImport(context, { upload, kind, importer }, { request, reply });
      }),
  });

  addRoute(app, {
    url: 'GET /v1/product/import-template',
    access: { resource: 'product', action: 'read' },
    tag: 'import',
    summary: 'Download the product import template (xlsx)',
    response: fileResponse('The workbook', [mimeTypes.xlsx]),
    handle: async (_request, _active, reply) =>
      reply
        .type(mimeTypes.xlsx)
        .header('content-disposition', 'attachment; filename="product-import.xlsx"')
        .send(writeProductTemplate()),
  });
};

const previewNames = ['product', ...importableNames] as const;

const previewForm = formatForm.extend({
  resource: z
    .enum(previewNames, { error: `resource must be one of ${previewNames.join(', ')}` })
    .default('product')
    .meta({ description: 'Resource whose column titles identify the header row (default: product)' }),
});

const preview = async (upload: Upload, signal: AbortSignal) => {
  const { resource, ...format } = parseForm(previewForm, upload);
  // The same titles as those of the import, so that the preview finds the same header row.
  const knownTitles =
    resource === 'product' ? productTitles : listKnownTitles(importFields(findImportable(resource).resource));
  const data = await previewSpreadsheet({ ...upload.file, ...format, knownTitles, signal }).catch(toAppError);
  return { message: `${data.columns.length} columns`, data };
};

/** A preview of a large workbook takes hundreds of megabytes. */
const maxPreviews = 2;

const addPreviewRoute = (app: App): void => {
  const queue = new PQueue({ concurrency: maxPreviews });
  const runOncePerUser = createKeyedQueue();
  addRoute(app, {
    url: 'POST /v1/import/preview',
    ...formRoute(previewForm),
    summary: 'Preview a spreadsheet without storing it',
    response: previewResponseSchema,
    handle: (request, { session: { userId } }, reply) =>
      withUpload(request, 'excel', (upload) => {
        const signal = abortOnDisconnect(reply);
        return runOncePerUser(userId, () => queue.add(() => preview(upload, signal))).finally(upload.discard);
      }),
  });
};

/** Adds the routes for imports and their jobs, in a separate scope because no other route accepts multipart bodies. */
export const addImports = async (app: App, context: ImportsContext): Promise<void> => {
  await app.register(async (scope) => {
    await scope.register(multipart);
    // The handlers read the forms, whose schemas only document them.
    scope.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) =>
      httpPart === 'body' ? (value) => ({ value }) : createValidator(schema),
    );
    addImportRoutes(scope, context);
    addPreviewRoute(scope);
    addJobRoutes(scope, context);
  });
};
