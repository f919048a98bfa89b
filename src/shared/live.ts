import { z } from 'zod';
import { messageResponseSchema } from './api.ts';
import type { HistoryEntry } from './history.ts';
import { exampleId } from './resource-kit/examples.ts';

/** Path of the stream of live updates, below the API base. */
export const livePath = '/live';

/** Header with the id of the last event that the client has seen, after which the stream continues. */
export const lastEventHeader = 'last-event-id';

/** A `changes` event names no more records of a resource than this. */
export const maxLiveIds = 200;

/** Records of a resource that were changed in the same way. Null if there are more than `maxLiveIds` of them. */
export type LiveChange = { resource: string; action: HistoryEntry['action']; ids: string[] | null };

/** Activity of a user on an open record. */
const presenceModes = ['edit', 'view'] as const;
export type PresenceMode = (typeof presenceModes)[number];

const recordFields = {
  resource: z.string().max(100).meta({ example: 'country' }),
  recordId: z
    .string()
    .max(100)
    .meta({ example: exampleId('country') }),
};
const modeSchema = z.enum(presenceModes).meta({ example: 'edit' });

/** `POST /presence`: a page has a record open. The page repeats it before the time is over. */
export const presenceRequestSchema = z.strictObject({
  pageId: z.uuid().meta({
    example: '5f0c2f4e-3c1d-4a57-9d0e-0f6a4e6a1b11',
    description: 'Chosen by the page',
  }),
  ...recordFields,
  mode: modeSchema,
});

const presentUserSchema = z.object({
  userId: z.string().meta({ example: exampleId('user') }),
  userName: z.string().meta({ example: 'Ada' }),
  mode: modeSchema,
});
export type PresentUser = z.infer<typeof presentUserSchema>;

export const presenceResponseSchema = messageResponseSchema
  .extend({ data: z.array(presentUserSchema) })
  .meta({ description: 'The other users who have the record open' });
