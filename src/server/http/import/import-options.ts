import { z } from 'zod';
import { delimiterNames, encodingNames } from '#shared/import-columns.ts';
import { decimalSeparators } from '#shared/import-numbers.ts';
import type { SpreadsheetChoices } from '../../../spreadsheet/open.ts';
import { parseCorrections } from '../../import/corrections.ts';
import type { ProductImportOptions } from '../../import/product/product-importer.ts';
import type { ImportOptions } from '../../import/run-import.ts';
import { fromZodError, validationError } from '../../lib/app-error.ts';
import type { Upload } from './upload.ts';

type Fields = Upload['fields'];

const flag = z
  .enum(['true', 'false', '1', '0', ''], { error: 'The value must be true or false' })
  .default('false')
  .transform((value) => value === 'true' || value === '1');

export const importQuerySchema = z.object({
  dryRun: flag.describe('Dry run: do everything, then roll back'),
  partial: flag.describe('Import valid rows even if others have errors'),
  async: flag.describe('Return 202 with a jobId at once; see GET /jobs/{id}'),
});
export type ImportQuery = z.output<typeof importQuerySchema>;

const rowNumberMessage = 'headerRow must be a row number';

const emptyAsUndefined = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const formatSchema = z.object({
  sheet: emptyAsUndefined(z.string()),
  headerRow: emptyAsUndefined(
    z.coerce
      .number({ error: rowNumberMessage })
      .int(rowNumberMessage)
      .min(1, rowNumberMessage)
      .max(1_048_576, rowNumberMessage),
  ),
  encoding: emptyAsUndefined(z.enum(encodingNames, { error: `encoding must be one of ${encodingNames.join(', ')}` })),
  delimiter: emptyAsUndefined(
    z.enum(delimiterNames, { error: 'delimiter must be a comma, a semicolon, a tab or a vertical bar' }),
  ),
});

export const parseFields = <Output>(fields: Fields, schema: z.ZodType<Output>): Output => {
  const parsed = schema.safeParse(Object.fromEntries(fields));
  if (!parsed.success) throw fromZodError(parsed.error);
  return parsed.data;
};

export const parseFormat = (fields: Fields): SpreadsheetChoices => parseFields(fields, formatSchema);

const parseJsonField = <Output>(
  fields: Fields,
  { field, schema, expected }: { field: string; schema: z.ZodType<Output>; expected: string },
): Output | undefined => {
  const text = fields.get(field);
  if (!text) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw validationError([{ field, message: `${field} must be ${expected}` }]);
  }
};

/** Reads the import options from the query and the form fields. */
export const parseImportOptions = (query: ImportQuery, { fields }: Upload): ImportOptions => {
  const format = parseFormat(fields);
  const separators = parseJsonField(fields, {
    field: 'decimalSeparators',
    schema: z.record(z.string(), z.enum(decimalSeparators)),
    expected: 'a JSON object of column titles, each with "." or ","',
  });
  const rounded = parseJsonField(fields, {
    field: 'roundColumns',
    schema: z.array(z.string()),
    expected: 'a JSON list of column titles',
  });
  const mapping = parseJsonField(fields, {
    field: 'columns',
    schema: z.record(z.string(), z.string().nullable()),
    expected: 'a JSON object of column titles, each with its field',
  });
  return {
    isDryRun: query.dryRun,
    isPartial: query.partial,
    format,
    numbers: { separators: new Map(Object.entries(separators ?? {})), rounded: new Set(rounded) },
    mapping: new Map(Object.entries(mapping ?? {}).map(([title, field]) => [title, field ?? ''])),
    corrections: parseCorrections(fields.get('corrections')),
  };
};

const productOptionsSchema = z.object({
  createSkus: emptyAsUndefined(
    z
      .string()
      .max(100, 'createSkus can be up to 100 characters')
      .regex(/\{[^{}]+\}/, 'createSkus must be a pattern such as {product}-{n:3}'),
  ),
  downloadImages: emptyAsUndefined(z.enum(['true', 'false'], { error: 'downloadImages must be true or false' })),
});

export const parseProductOptions = ({ fields }: Upload): ProductImportOptions => {
  const { createSkus, downloadImages } = parseFields(fields, productOptionsSchema);
  return { skuPattern: createSkus ?? null, isDownloading: downloadImages === 'true' };
};
