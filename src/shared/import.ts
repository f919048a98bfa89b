import { z } from 'zod';
import { dataResponseSchema, messageResponseSchema } from './api.ts';
import { delimiterNames, encodingNames } from './import-columns.ts';
import { noNumbers, numberCountsSchema } from './import-numbers.ts';
import { exampleId, exampleTime } from './resource-kit/examples.ts';
import { idOf } from './resource-kit/shapes.ts';

const reportExample = {
  total: 3,
  create: 1,
  update: 0,
  unchanged: 1,
  failed: 1,
  rows: 4,
  webImages: 0,
  createdSkus: 0,
  missingSkus: 0,
  errors: [
    {
      row: 3,
      column: 'Price',
      cell: 'B3',
      value: 'ten',
      message: 'Price must be a number, such as 149.50',
    },
  ],
  moreErrors: 0,
  failedRows: [{ row: 3, cells: { 'Product Name': 'Gel pen', Price: 'ten' } }],
  notices: [{ column: 'Vendor', message: 'Unknown column, skipped', count: 1 }],
  createdCounts: { attributeValue: 2 },
  sheet: 'Products',
  sheets: ['Products', 'Notes'],
  headerRow: 1,
  columns: [
    { title: 'Product Name', field: 'name', letter: 'A', filled: 4 },
    { title: 'Vendor', field: null, letter: 'C', filled: 1 },
  ],
  fields: [{ field: 'name', title: 'Name' }],
  isWritten: false,
  changeId: null,
};

/** Report of an import or of its dry run. Counts are of records unless their comment says otherwise. */
export const importReportSchema = z
  .object({
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
        column: z.string(),
        /** Cell reference such as D17; null if the sheet has no such column. */
        cell: z.string().nullable(),
        value: z.string().nullable(),
        message: z.string(),
      }),
    ),
    moreErrors: z.number(),
    /** The first rows with errors, by header, corrections included. */
    failedRows: z.array(z.object({ row: z.number(), cells: z.record(z.string(), z.string()) })),
    notices: z.array(
      z.object({
        column: z.string(),
        message: z.string(),
        count: z.number(),
        /** The first cells, such as D17; left out if the notice is about the whole column. */
        cells: z.array(z.string()).optional(),
      }),
    ),
    /** Records of other resources that were created as well, such as attribute values, by resource. */
    createdCounts: z.record(z.string(), z.number()),
    sheet: z.string(),
    sheets: z.array(z.string()),
    headerRow: z.number(),
    /** Every column and its field; null if it is not imported. Untitled columns have an empty title. */
    columns: z.array(
      z.object({
        title: z.string(),
        field: z.string().nullable(),
        letter: z.string(),
        filled: z.number(),
      }),
    ),
    fields: z.array(z.object({ field: z.string(), title: z.string() })),
    isWritten: z.boolean(),
    /** Id of the changeset in the history; null if nothing was written. */
    changeId: z.string().nullable(),
  })
  .meta({ example: reportExample });
export type ImportReport = z.infer<typeof importReportSchema>;

export const importResponseSchema = messageResponseSchema.extend({ report: importReportSchema });

/** Response 202: the work continues in the background. */
export const jobStartedSchema = messageResponseSchema.extend({ jobId: idOf('job') });

const jobExample = {
  _id: exampleId('job'),
  kind: 'product',
  state: 'done',
  message: 'Import complete: 1 created, 0 updated, 1 unchanged, 1 with errors',
  progress: { phase: 'ended', done: 3, total: 3 },
  report: { ...reportExample, isWritten: true, changeId: exampleId('change') },
  createdAt: exampleTime,
  updatedAt: exampleTime,
};

const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled', 'interrupted'] as const;

/**
 * A background job: an import, or a change of many records (kind `change`). `failed`: nothing was written, and `message`
 * says why. `interrupted`: the server stopped before the job ended, and nothing was written.
 */
export const jobSchema = z
  .object({
    _id: z.string(),
    kind: z.string(),
    state: z.enum(jobStates),
    message: z.string(),
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
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ example: jobExample });
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
  letter: z.string(),
  title: z.string(),
  filled: z.number(),
  samples: z.array(z.string()),
  numbers: numberCountsSchema,
});
export type ColumnProfile = z.infer<typeof columnProfileSchema>;

const spreadsheetPreviewSchema = z.object({
  sheets: z.array(z.string()),
  sheet: z.string(),
  columns: z.array(z.string()),
  rowCount: z.number(),
  headerRow: z.number(),
  /** The first rows of the sheet, from which the user can choose the header, with shortened texts. */
  topRows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  columnProfiles: z.array(columnProfileSchema),
  /** Null for a workbook. */
  encoding: z.enum(encodingNames).nullable(),
  delimiter: z.enum(delimiterNames).nullable(),
});
export type SpreadsheetPreview = z.infer<typeof spreadsheetPreviewSchema>;

export const previewResponseSchema = messageResponseSchema.extend({ data: spreadsheetPreviewSchema }).meta({
  description: 'Column titles and first rows',
  example: {
    success: true,
    message: '2 columns',
    data: {
      sheets: ['Products', 'Notes'],
      sheet: 'Products',
      columns: ['Name', 'Price'],
      rowCount: 1,
      headerRow: 1,
      topRows: [
        { row: 1, cells: ['Name', 'Price'] },
        { row: 2, cells: ['Gel pen', '149.50'] },
      ],
      columnProfiles: [
        { letter: 'A', title: 'Name', filled: 1, samples: ['Gel pen'], numbers: noNumbers },
        {
          letter: 'B',
          title: 'Price',
          filled: 1,
          samples: ['149.50'],
          numbers: { ...noNumbers, point: 1 },
        },
      ],
      encoding: 'utf-8',
      delimiter: ',',
    },
  },
});

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
