import { z } from 'zod';
import { delimiterNames, encodingNames } from '#shared/import-encodings.ts';
import { decimalSeparators } from '#shared/import-numbers.ts';
import type { NumberOptions } from '../../import/number-readings.ts';
import type { ProductImportOptions } from '../../import/product/product-importer.ts';
import type { FormatOptions } from '../../import/run-import.ts';
import { fromZodError, invalid } from '../../lib/app-error.ts';

const headerRowSchema = z.coerce
  .number({ error: 'headerRow must be a row number' })
  .int('headerRow must be a row number')
  .min(1, 'headerRow must be a row number')
  .max(1_048_576, 'headerRow must be a row number');

const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const formatSchema = z.object({
  sheet: orNothing(z.string()),
  headerRow: orNothing(headerRowSchema),
  encoding: orNothing(
    z.enum(encodingNames, { error: `encoding must be one of ${encodingNames.join(', ')}` }),
  ),
  delimiter: orNothing(
    z.enum(delimiterNames, { error: 'delimiter must be a comma, a semicolon, a tab or a vertical bar' }),
  ),
});

export const formatOptionsIn = (fields: ReadonlyMap<string, string>): FormatOptions => {
  const parsed = formatSchema.safeParse(Object.fromEntries(fields));
  if (!parsed.success) throw fromZodError(parsed.error);
  return parsed.data;
};

export const jsonField = <Output>(
  fields: ReadonlyMap<string, string>,
  { field, schema, expected }: { field: string; schema: z.ZodType<Output>; expected: string },
): Output | undefined => {
  const text = fields.get(field);
  if (!text) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw invalid([{ field, message: `${field} must be ${expected}` }]);
  }
};

export const numberOptionsIn = (fields: ReadonlyMap<string, string>): NumberOptions => ({
  separators: new Map(
    Object.entries(
      jsonField(fields, {
        field: 'decimalSeparators',
        schema: z.record(z.string(), z.enum(decimalSeparators)),
        expected: 'a JSON object of column titles, each with "." or ","',
      }) ?? {},
    ),
  ),
  rounded: new Set(
    jsonField(fields, {
      field: 'roundColumns',
      schema: z.array(z.string()),
      expected: 'a JSON list of column titles',
    }),
  ),
});

const productOptionsSchema = z.object({
  createSkus: orNothing(
    z
      .string()
      .max(100, 'createSkus can be up to 100 characters')
      .refine(
        (pattern) => /\{[^{}]+\}/.test(pattern),
        'createSkus must be a pattern such as {product}-{n:3}',
      ),
  ),
  downloadImages: orNothing(z.enum(['true', 'false'], { error: 'downloadImages must be true or false' })),
});

export const productOptionsIn = (fields: ReadonlyMap<string, string>): ProductImportOptions => {
  const parsed = productOptionsSchema.safeParse(Object.fromEntries(fields));
  if (!parsed.success) throw fromZodError(parsed.error);
  const { createSkus, downloadImages } = parsed.data;
  return { skuPattern: createSkus ?? null, isDownloading: downloadImages === 'true' };
};
