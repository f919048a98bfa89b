import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { importableNames } from '#shared/import.ts';
import { importFields, knownTitlesOf } from '#shared/import-columns.ts';
import { productTitles } from '#shared/product/import-columns.ts';
import { previewSpreadsheet } from '../../../spreadsheet/preview.ts';
import { findImportable } from '../../import/plain/importable.ts';
import { invalid } from '../../lib/app-error.ts';
import { fileField, formatFields, previewRouteOptions } from './form-schema.ts';
import { parseFormat } from './import-options.ts';
import { abortOnDisconnect, fileMissing, toAppError, type Upload, withUpload } from './upload.ts';

const previewNames = ['product', ...importableNames] as const;

const resourceSchema = z
  .enum(previewNames, { error: `resource must be one of ${previewNames.join(', ')}` })
  .default('product')
  .meta({ description: 'Resource whose column titles identify the header row (default: product)' });

/** Column titles of the resource, so that the preview finds the same header row as the import. */
const knownTitlesIn = (fields: Upload['fields']): readonly string[] => {
  const { data, error } = resourceSchema.safeParse(fields.get('resource'));
  if (error) throw invalid([{ field: 'resource', message: error.issues[0]?.message ?? 'Unknown resource' }]);
  return data === 'product' ? productTitles : knownTitlesOf(importFields(findImportable(data).resource));
};

const preview = async ({ file, fields }: Upload, signal: AbortSignal) => {
  if (!file) throw fileMissing();
  const format = parseFormat(fields);
  const knownTitles = knownTitlesIn(fields);
  const data = await previewSpreadsheet({ ...file, ...format, knownTitles, signal }).catch(toAppError);
  return { success: true, message: `${data.columns.length} columns`, data };
};

/** Adds the preview route for browsers; the desktop app reads files itself. */
export const addPreviewRoute = (app: FastifyInstance): void => {
  app.post(
    '/v1/import/preview',
    previewRouteOptions(z.object({ excel: fileField, resource: resourceSchema, ...formatFields })),
    withUpload('excel', (upload, _request, reply) =>
      preview(upload, abortOnDisconnect(reply)).finally(upload.discard),
    ),
  );
};
