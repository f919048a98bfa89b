import { z } from 'zod';
import { dataResponseSchema } from './api.ts';
import { historyEntrySchema } from './history.ts';
import { jobSchema } from './import.ts';
import { idOf, pictureSchema, timeSchema } from './resource-kit/shapes.ts';
import { pausedWebhookSchema } from './webhooks.ts';

/** Counts of records that need attention, with the list filters that find them. `userId` is the logged-in user. */
export const homeCounts = [
  { name: 'productsWithoutImage', resource: 'product', filters: { missing: 'image' } },
  { name: 'productsWithoutPrice', resource: 'product', filters: { missing: 'price' } },
  { name: 'productsWithoutCategory', resource: 'product', filters: { missing: 'category' } },
  { name: 'productsWithoutDescription', resource: 'product', filters: { missing: 'description' } },
  { name: 'variantsWithoutImage', resource: 'product', filters: { missing: 'variantImage' } },
  { name: 'variantsWithoutSku', resource: 'product', filters: { missing: 'variantSku' } },
  { name: 'incompleteProducts', resource: 'product', filters: { completeness: 'incomplete' } },
  {
    name: 'inactiveCategories',
    resource: 'category',
    filters: { status: 'INACTIVE', hasActiveProducts: 'true' },
  },
  { name: 'imagesWithoutAlt', resource: 'asset', filters: { isMissingAlt: 'true' } },
  { name: 'expiredGifts', resource: 'gift', filters: { status: 'ACTIVE', isExpired: 'true' } },
  { name: 'unreadNotifications', resource: 'notification', filters: { status: 'Unread' }, isOwn: true },
  { name: 'openChats', resource: 'helpSupport', filters: { status: 'Pending' } },
] as const;

export type HomeCount = (typeof homeCounts)[number];
export type HomeCountName = HomeCount['name'];

export const getHomeFilters = (count: HomeCount, userId: string): Record<string, string> => ({
  ...count.filters,
  ...('isOwn' in count && { userId }),
});

/** Resources that a new office needs records of. */
export const firstSteps = ['category', 'attribute', 'product', 'user'] as const;

/** Limit of the listed changes, imports and exports, each. */
export const maxHomeItems = 5;

/** Limit of the records that a count names. */
export const maxHomeNames = 2;

const recentChangeSchema = historyEntrySchema
  .pick({
    changeId: true,
    resource: true,
    recordId: true,
    title: true,
    action: true,
    userId: true,
    userName: true,
    at: true,
    changedFields: true,
    before: true,
    after: true,
    image: true,
  })
  .extend({
    total: z.number().meta({ example: 1, description: 'Number of records; the other fields are of the newest' }),
    changedFields: historyEntrySchema.shape.changedFields.meta({ description: 'Only of a change of one record' }),
  });
/** Everything that one operation wrote, such as a save or a bulk edit. */
export type RecentChange = z.infer<typeof recentChangeSchema>;

const recentImportSchema = jobSchema.omit({ report: true, response: true });
export type RecentImport = z.infer<typeof recentImportSchema>;

const recentExportSchema = z.object({
  _id: idOf('audit'),
  detail: z.string().nullable().meta({ example: 'Products, xlsx' }),
  userName: z.string().nullable().meta({ example: 'Admin' }),
  createdAt: timeSchema,
});
export type RecentExport = z.infer<typeof recentExportSchema>;

const missingFileSchema = z.object({
  file: z.string().meta({ example: '0123456789abcdef0123456789abcdef.png' }),
  resource: z.string().meta({ example: 'product' }),
  recordId: idOf('product'),
  field: z.string().meta({ example: 'image' }),
  title: z.string().meta({ example: 'Fountain pen' }),
});

export const dataCheckSummarySchema = z.object({
  checkedAt: timeSchema,
  isDamaged: z.boolean().meta({ description: 'Whether pages of the database are damaged' }),
  missingFiles: z.object({
    total: z.number().meta({ example: 1 }),
    listed: z.array(missingFileSchema).meta({ description: 'The first few' }),
  }),
  orphanRows: z.number().meta({ example: 0, description: 'Number of rows that refer to missing rows' }),
});
/** Results of the last check of the database and the files. */
export type DataCheckSummary = z.infer<typeof dataCheckSummarySchema>;

export const failedBackupSchema = z.object({
  failedAt: timeSchema,
  reason: z.string().meta({ example: 'No space left on the device' }),
  lastBackupAt: timeSchema.nullable().meta({ description: 'When a scheduled backup last succeeded; null if none has' }),
});
/** The failure of the last scheduled backup. */
export type FailedBackup = z.infer<typeof failedBackupSchema>;

const namedRecordsSchema = z
  .array(
    z.object({
      _id: idOf('product'),
      title: z.string().meta({ example: 'Fountain pen' }),
      image: pictureSchema,
    }),
  )
  .meta({ description: 'The first of them' });

export const homeResponseSchema = dataResponseSchema(
  z.object({
    counts: z
      .array(
        z.object({
          name: z.enum(homeCounts.map(({ name }) => name)).meta({ example: 'productsWithoutImage' }),
          total: z.number().meta({ example: 6 }),
          records: namedRecordsSchema,
        }),
      )
      .meta({ description: 'Without those of records that the user may not see' }),
    findings: z
      .array(
        z.object({
          resource: z.string().meta({ example: 'product' }),
          check: z.enum(['pictures', 'texts']).meta({ description: 'The value of the list filter `check`' }),
          total: z.number().meta({ example: 12, description: 'Pictures without alternative text, or texts to check' }),
          records: namedRecordsSchema,
        }),
      )
      .meta({ description: 'What records lack to be accessible' }),
    firstSteps: z
      .array(z.object({ resource: z.enum(firstSteps).meta({ example: 'product' }), isDone: z.boolean() }))
      .meta({ description: 'What the user can add to begin; empty once there is a record of each' }),
    changes: z
      .array(recentChangeSchema)
      .meta({ description: 'The newest changes by other users, if they are among the last 200 changes' }),
    imports: z.array(recentImportSchema).meta({
      description: 'The newest imports of the last 7 days: those of the user, or of everyone for an admin',
    }),
    exports: z.array(recentExportSchema).meta({
      description: 'The newest exports of the last 7 days: those of the user, or of everyone for an admin',
    }),
    dataCheck: dataCheckSummarySchema
      .optional()
      .meta({ description: 'What the last weekly check of all data found; only for an admin' }),
    pausedWebhooks: z
      .array(pausedWebhookSchema)
      .optional()
      .meta({ description: 'Present if webhooks are paused; only for an admin' }),
    failedBackup: failedBackupSchema
      .optional()
      .meta({ description: 'Present if the last scheduled backup failed; only for an admin' }),
  }),
  'What needs attention, and what happened lately',
);
export type Home = z.infer<typeof homeResponseSchema>['data'];
