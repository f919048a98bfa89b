import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { productTitles } from '#shared/product/import-columns.ts';
import { previewSpreadsheet } from '../../spreadsheet/preview.ts';
import { fileField, formatFields, previewOptions } from './form.ts';
import { formatOptionsIn } from './import-options.ts';
import { explainSpreadsheet, signalOf } from './requests.ts';
import { fileMissing, type Upload, withUpload } from './upload.ts';

const preview = async ({ file, fields }: Upload, signal: AbortSignal) => {
  if (!file) throw fileMissing();
  const format = formatOptionsIn(fields);
  try {
    const data = await previewSpreadsheet({ ...file, ...format, knownTitles: productTitles, signal });
    return { success: true, message: `${data.columns.length} columns`, data };
  } catch (error) {
    throw explainSpreadsheet(error);
  }
};

/** Shows the beginning of a sheet to whoever cannot read it: the desktop app can, a page cannot. */
export const addPreviewRoute = (app: FastifyInstance): void => {
  app.post(
    '/v1/import/preview',
    previewOptions({
      access: 'signedIn',
      form: z.object({ excel: fileField, ...formatFields }),
    }),
    (request, reply) =>
      withUpload(
        request,
        (name) => name === 'excel',
        (upload) => preview(upload, signalOf(reply)).finally(upload.discard),
      ),
  );
};
