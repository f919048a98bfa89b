import { z } from 'zod';

/** What an import of a spreadsheet did, or with a dry run would do. Counts are of records, not of rows. */
export const importReportSchema = z.object({
  /** Records that the file speaks of: those created, updated, unchanged and failed. */
  total: z.number(),
  create: z.number(),
  update: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  /** Rows below the titles that hold something. */
  rows: z.number(),
  /** The first problems, each with its row as the spreadsheet counts it and the title of its column. */
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
  /** How many problems there are beyond those in `errors`. */
  moreErrors: z.number(),
  /** What was passed over and does not stop the import. */
  notices: z.array(z.object({ column: z.string(), message: z.string(), count: z.number() })),
  /** Records of other resources that came into being along the way, such as attribute values. */
  alsoCreated: z.record(z.string(), z.number()),
  sheet: z.string(),
  sheets: z.array(z.string()),
  /** What each column was taken for; null: nothing. */
  columns: z.array(z.object({ title: z.string(), field: z.string().nullable() })),
  /** What a column can be taken for. */
  fields: z.array(z.object({ field: z.string(), title: z.string() })),
  /** Whether anything was written. */
  isWritten: z.boolean(),
  /** Under which the history has all that was written; null where nothing was. */
  changeId: z.string().nullable(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

export const importResponseSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  report: importReportSchema,
});

/** `?async=true`: the import goes on after its answer. */
export const importStartedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  jobId: z.string(),
});

export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled', 'interrupted'] as const;

/**
 * Work that goes on after its request was answered. `done`: as asked; `failed`: nothing was written, `message` says
 * why; `interrupted`: the server stopped meanwhile, and nothing was written.
 */
export const jobSchema = z.object({
  _id: z.string(),
  kind: z.string(),
  state: z.enum(jobStates),
  message: z.string(),
  progress: z.object({
    phase: z.enum(['waiting', 'reading', 'writing', 'ended']),
    /** Rows while reading, records while writing. */
    done: z.number(),
    /** Null as long as nobody knows. */
    total: z.number().nullable(),
  }),
  report: importReportSchema.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Job = z.infer<typeof jobSchema>;

export const jobResponseSchema = z.object({ success: z.literal(true), message: z.string(), data: jobSchema });

/** The resources whose sheets `POST /sportsCenter/excelImportForSportcenter` takes. */
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
