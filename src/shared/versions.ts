import { z } from 'zod';
import { messageResponseSchema } from './api.ts';
import { historyEntrySchema } from './history.ts';
import { exampleId } from './resource-kit/examples.ts';
import { pageShape } from './resource-kit/schemas.ts';

/** Shapes of `/history/versions` and of restoring a version. */

const side = z.enum(['before', 'after']).meta({ example: 'after' });

const { _id, resource, recordId, userId, userName, at } = historyEntrySchema.shape;

export const recordVersionSchema = z
  .object({
    /** Id of the history entry that wrote this version or, with the side `before`, replaced it. */
    _id,
    side,
    /** Counts from 1; 0 is the state before the first entry of a record that is older than the history. */
    number: z.number().meta({ example: 2 }),
    at,
    userId,
    userName,
  })
  .meta({ description: 'One state of a record' });
export type RecordVersion = z.infer<typeof recordVersionSchema>;

export const versionsQuerySchema = z.object({
  ...pageShape,
  resource: resource.max(100),
  recordId: recordId.max(100),
});

export const versionSideSchema = z.object({ side: side.default('after') });

export const versionResponseSchema = messageResponseSchema
  .extend({ data: historyEntrySchema.shape.before })
  .meta({ description: 'The whole record as it was; null if the entry has no such state' });

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
  dryRun: z.boolean().default(false).meta({
    description: 'Restores nothing, and returns the fields that can’t be restored exactly',
    example: false,
  }),
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
    changeId: z
      .string()
      .nullable()
      .meta({ example: exampleId('change') }),
  })
  .meta({ description: 'Restored as a changeset that `changeId` reverts; null if nothing was written' });
export type RestoreVersionResponse = z.infer<typeof restoreVersionResponseSchema>;
