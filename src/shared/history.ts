import { z } from 'zod';
import { dataResponseSchema, messageResponseSchema } from './api.ts';
import { bulkIdsSchema, bulkPartialSchema, bulkResponseSchema, requireOneTarget } from './bulk.ts';
import type { Action } from './permissions.ts';
import { exampleId } from './resource-kit/examples.ts';
import { cursorShape, pageShape, searchQuerySchema } from './resource-kit/schemas.ts';
import { flag, idOf, pictureSchema, recordShape, timeSchema, userNameSchema } from './resource-kit/shapes.ts';

/** Shapes of `/history`, its versions and `/trash`. */

const id = idOf('history');
const changeId = idOf('change');
const title = z.string().meta({ example: 'India' });

const author = {
  /** Null if the server itself made the change. */
  userId: idOf('user').nullable(),
  userName: userNameSchema.nullable(),
};

const recordSnapshot = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({ example: { _id: exampleId('country'), name: 'India', status: 'ACTIVE', version: 1 } });

export const historyEntrySchema = z.object({
  _id: id,
  /** Shared by everything that one operation wrote, such as an import or a bulk deletion. */
  changeId,
  /** Number of records that the operation changed. */
  changedRecords: z.number().meta({ example: 1 }),
  ...recordShape,
  title,
  /** `purge`: permanently deleted from the trash, which erased the titles and contents of all its entries. */
  action: z.enum(['create', 'update', 'delete', 'purge']),
  ...author,
  at: timeSchema,
  /**
   * The changed values of an update or the values of a whole record, with the display names of references; null for a new
   * record. Lists such as variants have only changed items.
   */
  before: recordSnapshot,
  after: recordSnapshot,
  changedFields: z.array(z.string().meta({ example: 'name' })),
  itemCounts: z
    .record(z.string(), z.number())
    .optional()
    .meta({ description: 'Changed items of each list; `before` and `after` have the first', example: {} }),
  omittedFields: z
    .array(z.string().meta({ example: 'description' }))
    .optional()
    .meta({ description: 'Fields with long values, which `/history/{id}/version` has' }),
  revertOf: z.string().nullable().meta({ example: null }),
  /** Whether the record is unchanged since, so that the change can be undone. */
  canRevert: z.boolean(),
  image: pictureSchema,
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** The permission needed to undo a change. A purge can't be undone. */
export const revertPermissions: Record<HistoryEntry['action'], Action> = {
  create: 'delete',
  update: 'update',
  delete: 'create',
  purge: 'delete',
};

export const historyQuerySchema = z.object({
  ...pageShape,
  ...cursorShape,
  ...z.object(recordShape).partial().shape,
  changeId: changeId.optional(),
});

export const trashItemSchema = z.object({
  _id: id,
  ...recordShape,
  title,
  ...author,
  deletedAt: timeSchema,
  expiresAt: timeSchema,
  /** Number of dependents that were deleted with the record and are restored with it. */
  cascadedCount: z.number(),
  image: pictureSchema,
});
export type TrashItem = z.infer<typeof trashItemSchema>;

const trashFilterShape = {
  resource: recordShape.resource.optional(),
  query: searchQuerySchema,
};

export const trashQuerySchema = z.object({ ...pageShape, ...trashFilterShape });

const wholeTrashFilterShape = {
  ...trashFilterShape,
  newestId: idOf('history', 'Id of the newest item to include; items deleted later stay in Trash').optional(),
};

export const emptyTrashQuerySchema = z.object(wholeTrashFilterShape);
export type TrashFilter = z.infer<typeof emptyTrashQuerySchema>;

export const trashBulkRequestSchema = z
  .strictObject({
    action: z.enum(['restore', 'delete'], { error: 'action must be one of restore, delete' }),
    ids: bulkIdsSchema,
    filter: z.strictObject(wholeTrashFilterShape).optional().meta({
      description: 'Selects all items in Trash that match, instead of `ids`',
    }),
    partial: bulkPartialSchema,
  })
  .superRefine(requireOneTarget)
  .meta({ example: { action: 'restore', ids: [exampleId('history')] } });
export type TrashBulkRequest = z.infer<typeof trashBulkRequestSchema>;

export const trashBulkResponseSchema = bulkResponseSchema
  .omit({ unchanged: true, rows: true })
  .meta({ description: 'Counts and failed records. After restoring, `changeId` reverts it' });
export type TrashBulkResult = z.infer<typeof trashBulkResponseSchema>;

export const revertResponseSchema = dataResponseSchema(
  recordSnapshot,
  'The current record; null if the undo deleted it',
);

/** Response to undoing a changeset. The undo is a new changeset and can itself be undone. */
export const revertChangesetResponseSchema = messageResponseSchema
  .extend({ changed: z.number(), changeId })
  .meta({ description: 'The changeset was reverted; revert `changeId` to redo it' });

const side = z.enum(['before', 'after']).meta({ example: 'after' });

export const recordVersionSchema = z
  .object({
    /** Id of the history entry that wrote this version or, with the side `before`, replaced it. */
    _id: id,
    side,
    /** Counts from 1; 0 is the state before the first entry of a record that is older than the history. */
    number: z.number().meta({ example: 2 }),
    at: timeSchema,
    ...author,
  })
  .meta({ description: 'One state of a record' });
export type RecordVersion = z.infer<typeof recordVersionSchema>;

export const versionsQuerySchema = z.object({
  ...pageShape,
  ...recordShape,
});

export const versionSideSchema = z.object({ side: side.default('after') });

export const versionResponseSchema = dataResponseSchema(
  recordSnapshot,
  'The whole record as it was; null if the entry has no such state',
);

export const restoreVersionRequestSchema = z.strictObject({
  ...versionSideSchema.shape,
  fields: z
    .array(z.string().max(100).meta({ example: 'name' }))
    .max(200)
    .optional()
    .meta({ description: 'Fields to restore; all by default' }),
  version: z.number().int().optional().meta({
    description: 'Version of the record that the caller has seen; 409 if it has changed',
    example: 1,
  }),
  dryRun: flag('dryRun', 'Restores nothing, and returns the fields that can’t be restored exactly'),
});
export type RestoreVersionRequest = z.input<typeof restoreVersionRequestSchema>;

const restoreIssueSchema = z.object({
  field: z.string().meta({ example: 'categoryId' }),
  message: z.string().meta({ example: 'This category no longer exists. Select another one.' }),
  /** Whether the field can’t be restored at all. */
  isBlocking: z.boolean(),
});
export type RestoreIssue = z.infer<typeof restoreIssueSchema>;

export const restoreVersionResponseSchema = messageResponseSchema
  .extend({
    /** Fields that the restore changes. */
    fields: z.array(z.string().meta({ example: 'name' })),
    issues: z.array(restoreIssueSchema),
    changeId: idOf('change').nullable(),
  })
  .meta({ description: 'Restored as a changeset that `changeId` reverts; null if nothing was written' });
export type RestoreVersionResponse = z.infer<typeof restoreVersionResponseSchema>;
