import { z } from 'zod';
import { dataResponseSchema, messageResponseSchema } from './api.ts';
import { delimiterNames, encodingNames } from './import-columns.ts';
import { numberCountsSchema } from './import-numbers.ts';
import { idOf, timeSchema } from './resource-kit/shapes.ts';

const title = z.string().meta({ example: 'Price' });
const message = z.string().meta({ example: 'Price must be a number, such as 149.50' });
const sheetName = z.string().meta({ example: 'Products' });
const letter = z.string().meta({ example: 'B' });
const field = z.string().meta({ example: 'price' });
const cell = z.string().meta({ example: 'B3' });
const cellText = z.string().meta({ example: 'ten' });

/** Report of an import or of its dry run. Counts are of records unless their comment says otherwise. */
export const importReportSchema = z.object({
  /** Records in the file: created, updated, unchanged and failed. */
  total: z.number(),
  create: z.number(),
  update: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  /** Rows below the header that are not empty. */
  rows: z.number(),
  webImages: z.number(),
  /** Variants without a SKU in the file: those that got one, and those that still need one. */
  createdSkus: z.number(),
  missingSkus: z.number(),
  /** The first errors; `row` is the row number in the spreadsheet, `column` the header. */
  errors: z.array(
    z.object({
      row: z.number(),
      column: title,
      /** Null if the sheet has no such column. */
      cell: cell.nullable(),
      value: cellText.nullable(),
      message,
    }),
  ),
  moreErrors: z.number(),
  /** The first rows with errors, by header, corrections included. */
  failedRows: z.array(z.object({ row: z.number(), cells: z.record(z.string(), z.string()) })),
  notices: z.array(
    z.object({
      column: title,
      message,
      count: z.number(),
      /** The first cells; left out if the notice is about the whole column. */
      cells: z.array(cell).optional(),
    }),
  ),
  /** Records of other resources that were created as well, such as attribute values, by resource. */
  createdCounts: z.record(z.string(), z.number()),
  sheet: sheetName,
  sheets: z.array(sheetName),
  headerRow: z.number(),
  /** Every column and its field; null if it is not imported. Untitled columns have an empty title. */
  columns: z.array(z.object({ title, field: field.nullable(), letter, filled: z.number() })),
  fields: z.array(z.object({ field, title })),
  isWritten: z.boolean(),
  /** Id of the changeset in the history; null if nothing was written. */
  changeId: idOf('change').nullable(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const importResponseSchema = messageResponseSchema.extend({ report: importReportSchema });

/** Response 202: the work continues in the background. */
export const jobStartedSchema = messageResponseSchema.extend({ jobId: idOf('job') });

const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled', 'interrupted'] as const;

/**
 * A background job: an import, or a change of many records (kind `change`). `failed`: nothing was written, and `message`
 * says why. `interrupted`: the server stopped before the job ended, and nothing was written.
 */
export const jobSchema = z.object({
  _id: idOf('job'),
  kind: z.string().meta({ example: 'product' }),
  state: z.enum(jobStates),
  message: z.string().meta({ example: 'Import complete: 1 created' }),
  progress: z.object({
    phase: z.enum(['waiting', 'reading', 'writing', 'ended']),
    /** Rows while reading, records while writing. */
    done: z.number(),
    /** Null if unknown. */
    total: z.number().nullable(),
  }),
  report: importReportSchema.nullable(),
  /** Of a change that has ended: the response that the request would have got. */
  response: z.object({ status: z.number(), body: z.record(z.string(), z.unknown()) }).optional(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Job = z.infer<typeof jobSchema>;

export const jobResponseSchema = dataResponseSchema(jobSchema, 'Progress or outcome of the job');

const rowNumber = z.number().int().min(1);

/** Replaces the text of a cell, found by row and header, or skips a row. */
export const correctionSchema = z.union([
  z.strictObject({ row: rowNumber, column: z.string(), text: z.string().max(32_767) }),
  z.strictObject({ row: rowNumber, isSkipped: z.literal(true) }),
]);
export type Correction = z.infer<typeof correctionSchema>;

export const maxCorrections = 5000;

const columnProfileSchema = z.object({
  letter,
  title,
  filled: z.number(),
  samples: z.array(cellText),
  numbers: numberCountsSchema,
});
export type ColumnProfile = z.infer<typeof columnProfileSchema>;

const spreadsheetPreviewSchema = z.object({
  sheets: z.array(sheetName),
  sheet: sheetName,
  columns: z.array(title),
  rowCount: z.number(),
  headerRow: z.number(),
  /** The first rows of the sheet, from which the user can choose the header, with shortened texts. */
  topRows: z.array(z.object({ row: z.number(), cells: z.array(cellText) })),
  columnProfiles: z.array(columnProfileSchema),
  /** Null for a workbook. */
  encoding: z.enum(encodingNames).nullable(),
  delimiter: z.enum(delimiterNames).nullable(),
});
export type SpreadsheetPreview = z.infer<typeof spreadsheetPreviewSchema>;

export const previewResponseSchema = dataResponseSchema(spreadsheetPreviewSchema, 'Column titles and first rows');

/** The resources that `POST /sportsCenter/excelImportForSportcenter` can import. */
export const importableNames = [
  'country',
  'region',
  'state',
  'city',
  'location',
  'category',
  'subCategory',
  'attribute',
  'attributeValue',
  'user',
] as const;
export type ImportableName = (typeof importableNames)[number];
