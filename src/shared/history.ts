import { z } from 'zod';
import { pageShape, searchQuerySchema } from './resource/schemas.ts';

/** Who changed what and when, and what was deleted: shapes of `/history` and `/trash`. */

const author = {
  /** Null where the server wrote of itself. */
  userId: z.string().nullable(),
  userName: z.string().nullable(),
};

const wholeRecord = z.record(z.string(), z.unknown()).nullable();

/** One change of one record. */
export const historyEntrySchema = z.object({
  _id: z.string(),
  /** What was changed together, by one deletion or one import, has one. */
  changeId: z.string(),
  resource: z.string(),
  recordId: z.string(),
  title: z.string(),
  action: z.enum(['create', 'update', 'delete']),
  ...author,
  at: z.string(),
  /** The record whole, with the names of what it refers to; null for a new one. */
  before: wholeRecord,
  /** The same after the change; null for a deleted one. */
  after: wholeRecord,
  /** The fields that an update changed. */
  changedFields: z.array(z.string()),
  /** The change that this one undid. */
  revertOf: z.string().nullable(),
  /** Whether the record is still as this change left it, so that the change can be undone. */
  canRevert: z.boolean(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const historyQuerySchema = z.object({
  ...pageShape,
  resource: z.string().max(100).optional(),
  recordId: z.string().max(100).optional(),
  changeId: z.string().max(100).optional(),
});

/** A deleted record that can be restored until it expires. */
export const trashItemSchema = z.object({
  _id: z.string(),
  resource: z.string(),
  recordId: z.string(),
  title: z.string(),
  ...author,
  deletedAt: z.string(),
  expiresAt: z.string(),
  /** How many records went along with it, and come back with it. */
  along: z.number(),
});
export type TrashItem = z.infer<typeof trashItemSchema>;

export const trashQuerySchema = z.object({
  ...pageShape,
  resource: z.string().max(100).optional(),
  query: searchQuerySchema,
});

/** What undoing a change, or restoring a record, answers with. */
export const undoneResponseSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  /** The record as it is now; null where undoing meant to delete it. */
  data: z.record(z.string(), z.unknown()).nullable(),
});
