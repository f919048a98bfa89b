import type { RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import { errorResponseSchema } from '#shared/api.ts';
import { importReportSchema, importResponseSchema, jobStartedSchema, previewResponseSchema } from '#shared/import.ts';
import { delimiters, encodings } from '#shared/import-encodings.ts';
import { defaultSkuPattern } from '#shared/product/sku-pattern.ts';
import { defaultLimits } from '../../../spreadsheet/limits.ts';
import { createValidator } from '../plugins/errors.ts';
import { type Access, errorResponse, errorResponses, routeOptions } from '../route.ts';
import { importQuerySchema } from './import-options.ts';

/** The body schema only documents the form, which is read by the handler; everything else is validated as usual. */
const formBody = {
  bodyLimit: defaultLimits.bytes + 1024 * 1024,
  validatorCompiler: ({ schema, httpPart }) =>
    httpPart === 'body' ? (data: unknown) => ({ value: data }) : createValidator(schema as z.ZodType),
} satisfies RouteShorthandOptions;

type FormRoute = { access: Access; summary: string; form: z.ZodType };

export const importRouteOptions = ({ access, summary, form }: FormRoute) => ({
  ...formBody,
  ...routeOptions(
    { access, tag: 'import', summary },
    {
      consumes: ['multipart/form-data'],
      querystring: importQuerySchema,
      body: form,
      response: {
        200: importResponseSchema.meta({
          description: 'The import report; with dryRun=true nothing was saved',
        }),
        202: jobStartedSchema.meta({
          description: 'Import started; poll GET /jobs/{id} for progress',
        }),
        ...errorResponses(409),
        422: errorResponse(422, {
          schema: errorResponseSchema.extend({ report: importReportSchema.optional() }),
          example: { report: importReportSchema.meta()?.example },
        }),
      },
    },
  ),
});

export const previewRouteOptions = (form: z.ZodType) => ({
  ...formBody,
  ...routeOptions(
    { access: 'signedIn', tag: 'import', summary: 'Preview a spreadsheet without storing it' },
    { consumes: ['multipart/form-data'], body: form, response: { 200: previewResponseSchema } },
  ),
});

const optionalText = (description: string, example: string) => z.string().optional().meta({ description, example });

export const formatFields = {
  sheet: optionalText('Sheet to read (default: the first sheet with data)', 'Products'),
  headerRow: optionalText('Number of the header row (default: detected)', '1'),
  encoding: optionalText(`Encoding of a text file (default: detected): ${Object.keys(encodings).join(', ')}`, 'utf-8'),
  delimiter: optionalText(
    `Separator of a text file (default: detected), one of: ${Object.values(delimiters).join(' · ')}`,
    ',',
  ),
};

export const valueFields = {
  decimalSeparators: optionalText(
    'JSON: decimal separator, "." or ",", by column title. Required if every number in the column is ambiguous, such as 1,250',
    '{"Price":"."}',
  ),
  roundColumns: optionalText('JSON: titles of the columns to round to two decimals', '["Price"]'),
  columns: optionalText(
    'JSON: field name by column title, for columns that aren’t matched by their title',
    '{"Titel":"name"}',
  ),
  corrections: optionalText(
    'JSON: a list of corrections. `{ row, column, text }` replaces the text of a cell, where `row` is the row number in the spreadsheet and `column` the column title. `{ row, isSkipped: true }` skips a row',
    '[{"row":3,"column":"Price","text":"10.00"}]',
  ),
};

export const productFields = {
  createSkus: optionalText(
    'SKU pattern for variants without a SKU, such as {product}-{n:3}. If omitted, a missing SKU is an error',
    defaultSkuPattern,
  ),
  downloadImages: optionalText(
    'Set to true to download images from public web addresses. A dry run only counts them',
    'false',
  ),
};

export const fileField = z.string().meta({
  format: 'binary',
  description: 'CSV, XLSX, XLS or ODS file of up to 50 MB',
  example: 'Name,SKU,Price\nGel pen,GEL-1,149.50',
});
