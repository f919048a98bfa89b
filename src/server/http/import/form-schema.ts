import type { RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import { errorResponseSchema } from '#shared/api.ts';
import {
  importReportSchema,
  importResponseSchema,
  importStartedSchema,
  previewResponseSchema,
} from '#shared/import.ts';
import { delimiters, encodings } from '#shared/import-encodings.ts';
import { defaultSkuPattern } from '#shared/product/sku-pattern.ts';
import { defaultLimits } from '../../../spreadsheet/limits.ts';
import { mimeTypes } from '../../../spreadsheet/write.ts';
import { fromZodError } from '../../lib/app-error.ts';
import { errorResponse, errorResponses } from '../openapi/error-responses.ts';
import { fileResponse } from '../openapi/file-response.ts';
import type { ServerMode } from '../plugins/auth.ts';
import { importQuerySchema } from './request-options.ts';

const bodyLimit = defaultLimits.bytes + 1024 * 1024;

/** The body schema only documents the form, which is read by the handler; everything else is validated as usual. */
const formBody = {
  bodyLimit,
  validatorCompiler: ({ schema, httpPart }) => {
    if (httpPart === 'body') return (data: unknown) => ({ value: data });
    return (data: unknown) => {
      const parsed = (schema as z.ZodType).safeParse(data);
      if (parsed.success) return { value: parsed.data };
      return { error: fromZodError(parsed.error) };
    };
  },
} satisfies RouteShorthandOptions;

export const importRouteOptions = ({
  access,
  summary,
  form,
}: {
  access: ServerMode;
  summary: string;
  form: z.ZodType;
}) =>
  ({
    ...formBody,
    config: { access },
    schema: {
      tags: ['import'],
      summary,
      consumes: ['multipart/form-data'],
      querystring: importQuerySchema,
      body: form,
      response: {
        200: importResponseSchema.meta({
          description: 'What was imported, or with dryRun=true what would be',
        }),
        202: importStartedSchema.meta({
          description: 'Import started; poll GET /jobs/{id} for progress',
        }),
        ...errorResponses(409),
        422: errorResponse(422, {
          schema: errorResponseSchema.extend({ report: importReportSchema.optional() }),
          example: { report: importReportSchema.meta()?.example },
        }),
      },
    },
  }) satisfies RouteShorthandOptions;

export const previewRouteOptions = ({ access, form }: { access: ServerMode; form: z.ZodType }) =>
  ({
    ...formBody,
    config: { access },
    schema: {
      tags: ['import'],
      summary: 'Preview a spreadsheet; nothing is stored',
      consumes: ['multipart/form-data'],
      body: form,
      response: { 200: previewResponseSchema, ...errorResponses() },
    },
  }) satisfies RouteShorthandOptions;

export const workbookResponse = fileResponse('The workbook', [mimeTypes.xlsx]);

export const formatFields = {
  sheet: z
    .string()
    .optional()
    .meta({ description: 'Sheet to read (default: the first one with data)', example: 'Products' }),
  headerRow: z.string().optional().meta({
    description: 'Number of the row with the column titles (default: the row that looks most like it)',
    example: '1',
  }),
  encoding: z
    .string()
    .optional()
    .meta({
      description: `Encoding of a text file (default: detected): ${Object.keys(encodings).join(', ')}`,
      example: 'utf-8',
    }),
  delimiter: z
    .string()
    .optional()
    .meta({
      description: `Separator of a text file (default: detected), one of: ${Object.values(delimiters).join(' · ')}`,
      example: ',',
    }),
};

export const valueFields = {
  decimalSeparators: z.string().optional().meta({
    description:
      'JSON: column titles and their decimal separator, "." or ",". Needed where no cell of a column shows it, as in 1,250',
    example: '{"Price":"."}',
  }),
  roundColumns: z.string().optional().meta({
    description: 'JSON: titles of columns whose prices are rounded to two decimals',
    example: '["Price"]',
  }),
  columns: z.string().optional().meta({
    description: 'JSON: column titles and their fields, where the title alone doesn’t say it',
    example: '{"Titel":"name"}',
  }),
  corrections: z.string().optional().meta({
    description:
      'JSON: a list of cells, each with its `row` in the spreadsheet, its `column` title and the `text` to read instead; or rows to skip, as `{ row, isSkipped: true }`',
    example: '[{"row":3,"column":"Price","text":"10.00"}]',
  }),
};

export const productFields = {
  createSkus: z.string().optional().meta({
    description:
      'SKU pattern for variants without one, such as {product}-{n:3}. Without a pattern, they are errors',
    example: defaultSkuPattern,
  }),
  downloadImages: z.string().optional().meta({
    description:
      'Whether to download images from public web addresses: true or false. A dry run only counts them',
    example: 'false',
  }),
};

export const fileField = z.string().meta({
  format: 'binary',
  description: 'CSV, XLSX, XLS or ODS file of up to 50 MB',
  example: 'Name,SKU,Price\nGel pen,GEL-1,149.50',
});
