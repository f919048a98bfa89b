import { z } from 'zod';
import { errorResponseSchema } from '#shared/api.ts';
import {
  correctionSchema,
  importReportSchema,
  importResponseSchema,
  jobStartedSchema,
  maxCorrections,
} from '#shared/import.ts';
import { delimiterNames, encodingNames } from '#shared/import-columns.ts';
import { decimalSeparators } from '#shared/import-numbers.ts';
import { defaultSkuPattern } from '#shared/product/skus.ts';
import { defaultLimits } from '../../../spreadsheet/limits.ts';
import { toCorrections } from '../../import/corrections.ts';
import type { ImportOptions } from '../../import/run-import.ts';
import { parseInput } from '../../lib/app-error.ts';
import { errorResponse } from '../route.ts';
import type { Upload } from './upload.ts';

const flag = z
  .enum(['true', 'false', '1', '0', ''], { error: 'The value must be true or false' })
  .default('false')
  .transform((value) => value === 'true' || value === '1');

const importQuerySchema = z.object({
  dryRun: flag.describe('Dry run: do everything, then roll back'),
  partial: flag.describe('Import valid rows even if others have errors'),
  async: flag.describe('Return 202 with a jobId at once; see GET /jobs/{id}'),
});
export type ImportQuery = z.output<typeof importQuerySchema>;

/** A form field that can be left out or empty. */
const optional = <Schema extends z.ZodType>(schema: Schema, description: string, example: string | number) =>
  z.preprocess((value) => value || undefined, schema.optional()).meta({ description, example });

/** A form field with JSON. */
const json = <Output>(
  name: string,
  { schema, expected, ...meta }: { schema: z.ZodType<Output>; expected: string; description: string; example: string },
) => {
  const parse = (text: string, context: z.RefinementCtx): Output => {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: `${name} must be ${expected}` });
      return z.NEVER;
    }
  };
  return optional(z.string().transform(parse), meta.description, meta.example);
};

const rowNumberMessage = 'headerRow must be a row number';

export const formatForm = z.object({
  sheet: optional(z.string(), 'Sheet to read (default: the first sheet with data)', 'Products'),
  headerRow: optional(
    z.coerce
      .number({ error: rowNumberMessage })
      .int(rowNumberMessage)
      .min(1, rowNumberMessage)
      .max(1_048_576, rowNumberMessage),
    'Number of the header row (default: detected)',
    1,
  ),
  encoding: optional(
    z.enum(encodingNames, { error: `encoding must be one of ${encodingNames.join(', ')}` }),
    'Encoding of a text file (default: detected)',
    'utf-8',
  ),
  delimiter: optional(
    z.enum(delimiterNames, { error: 'delimiter must be a comma, a semicolon, a tab or a vertical bar' }),
    'Separator of a text file (default: detected)',
    ',',
  ),
});

export const importForm = formatForm.extend({
  decimalSeparators: json('decimalSeparators', {
    schema: z.record(z.string(), z.enum(decimalSeparators)),
    expected: 'a JSON object of column titles, each with "." or ","',
    description:
      'JSON: decimal separator, "." or ",", by column title. Required if every number in the column is ambiguous, such as 1,250',
    example: '{"Price":"."}',
  }),
  roundColumns: json('roundColumns', {
    schema: z.array(z.string()),
    expected: 'a JSON list of column titles',
    description: 'JSON: titles of the columns to round to two decimals',
    example: '["Price"]',
  }),
  columns: json('columns', {
    schema: z.record(z.string(), z.string().nullable()),
    expected: 'a JSON object of column titles, each with its field',
    description: 'JSON: field name by column title, for columns that aren’t matched by their title',
    example: '{"Titel":"name"}',
  }),
  corrections: json('corrections', {
    schema: z.array(correctionSchema).max(maxCorrections),
    expected: `a JSON list of up to ${maxCorrections.toLocaleString('en')} { row, column, text } or { row, isSkipped }`,
    description:
      'JSON: a list of corrections. `{ row, column, text }` replaces the text of a cell, where `row` is the row number in the spreadsheet and `column` the column title. `{ row, isSkipped: true }` skips a row',
    example: '[{"row":3,"column":"Price","text":"10.00"}]',
  }),
});

export const productForm = importForm.extend({
  createSkus: optional(
    z
      .string()
      .max(100, 'createSkus can be up to 100 characters')
      .regex(/\{[^{}]+\}/, 'createSkus must be a pattern such as {product}-{n:3}'),
    'SKU pattern for variants without a SKU, such as {product}-{n:3}. If omitted, a missing SKU is an error',
    defaultSkuPattern,
  ),
  downloadImages: optional(
    z.enum(['true', 'false'], { error: 'downloadImages must be true or false' }),
    'Set to true to download images from public web addresses. A dry run only counts them',
    'false',
  ),
});

export const parseForm = <Output>(form: z.ZodType<Output>, { fields }: Upload): Output =>
  parseInput(form, Object.fromEntries(fields));

/** Reads the import options from the query and the form fields. */
export const parseImportOptions = (query: ImportQuery, upload: Upload): ImportOptions => {
  const {
    decimalSeparators: separators,
    roundColumns,
    columns,
    corrections,
    ...format
  } = parseForm(importForm, upload);
  return {
    isDryRun: query.dryRun,
    isPartial: query.partial,
    format,
    decimalSeparators: new Map(Object.entries(separators ?? {})),
    roundColumns: new Set(roundColumns),
    mapping: new Map(Object.entries(columns ?? {}).map(([title, field]) => [title, field ?? ''])),
    corrections: toCorrections(corrections ?? []),
  };
};

const fileField = z.string().meta({
  format: 'binary',
  description: 'CSV, XLSX, XLS or ODS file of up to 50 MB',
  example: 'Name,SKU,Price\nGel pen,GEL-1,149.50',
});

/** The options of a route with a form, which its handler reads. */
export const formRoute = (form: z.ZodObject) => ({
  bodyLimit: defaultLimits.bytes + 1024 * 1024,
  form: form.extend({ excel: fileField }),
});

/** The options of a route that imports the file of a form. */
export const importRoute = (form: z.ZodObject) => ({
  ...formRoute(form),
  tag: 'import',
  query: importQuerySchema,
  response: importResponseSchema.meta({ description: 'The import report; with dryRun=true nothing was saved' }),
  errors: [409 as const],
  otherResponses: {
    202: jobStartedSchema.meta({ description: 'Import started; poll GET /jobs/{id} for progress' }),
    422: errorResponse(422, {
      schema: errorResponseSchema.extend({ report: importReportSchema.optional() }),
      example: { report: importReportSchema.meta()?.example },
    }),
  },
});
