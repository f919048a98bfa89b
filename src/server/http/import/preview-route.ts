import type { FastifyInstance } from 'fastify';
import PQueue from 'p-queue';
import { z } from 'zod';
import { importableNames } from '#shared/import.ts';
import { importFields, listKnownTitles } from '#shared/import-columns.ts';
import { productTitles } from '#shared/product/import-columns.ts';
import { previewSpreadsheet } from '../../../spreadsheet/read.ts';
import { findImportable } from '../../import/resource/resource-importer.ts';
import { createKeyedQueue } from '../../lib/queues.ts';
import { requireSession } from '../plugins/auth.ts';
import { fileField, formatFields, previewRouteOptions } from './form-schema.ts';
import { parseFields, parseFormat } from './import-options.ts';
import { abortOnDisconnect, fileMissingError, toAppError, type Upload, withUpload } from './upload.ts';

const previewNames = ['product', ...importableNames] as const;

const resourceSchema = z
  .enum(previewNames, { error: `resource must be one of ${previewNames.join(', ')}` })
  .default('product')
  .meta({ description: 'Resource whose column titles identify the header row (default: product)' });

/** Column titles of the resource, so that the preview finds the same header row as the import. */
const getKnownTitles = (fields: Upload['fields']): readonly string[] => {
  const { resource } = parseFields(fields, z.object({ resource: resourceSchema }));
  return resource === 'product' ? productTitles : listKnownTitles(importFields(findImportable(resource).resource));
};

const preview = async ({ file, fields }: Upload, signal: AbortSignal) => {
  if (!file) throw fileMissingError();
  const format = parseFormat(fields);
  const knownTitles = getKnownTitles(fields);
  const data = await previewSpreadsheet({ ...file, ...format, knownTitles, signal }).catch(toAppError);
  return { success: true, message: `${data.columns.length} columns`, data };
};

/** A preview of a large workbook takes hundreds of megabytes. */
const maxPreviews = 2;

/** Adds the preview route for browsers; the desktop app reads files itself. */
export const addPreviewRoute = (app: FastifyInstance): void => {
  const queue = new PQueue({ concurrency: maxPreviews });
  const runOncePerUser = createKeyedQueue();
  app.post(
    '/v1/import/preview',
    previewRouteOptions(z.object({ excel: fileField, resource: resourceSchema, ...formatFields })),
    withUpload('excel', (upload, request, reply) => {
      const signal = abortOnDisconnect(reply);
      const { userId } = requireSession(request).session;
      return runOncePerUser(userId, () => queue.add(() => preview(upload, signal))).finally(upload.discard);
    }),
  );
};
