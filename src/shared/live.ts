import { z } from 'zod';
import { dataResponseSchema } from './api.ts';
import type { HistoryEntry } from './history.ts';
import { idOf, recordShape, userNameSchema } from './resource-kit/shapes.ts';

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

const modeSchema = z.enum(presenceModes).meta({ example: 'edit' });

/** `POST /presence`: a page has a record open. The page repeats it before the time is over. */
export const presenceRequestSchema = z.strictObject({
  pageId: z.uuid().meta({
    example: '5f0c2f4e-3c1d-4a57-9d0e-0f6a4e6a1b11',
    description: 'Chosen by the page',
  }),
  ...recordShape,
  mode: modeSchema,
});

const presentUserSchema = z.object({
  userId: idOf('user'),
  userName: userNameSchema,
  mode: modeSchema,
});
export type PresentUser = z.infer<typeof presentUserSchema>;

export const presenceResponseSchema = dataResponseSchema(
  z.array(presentUserSchema),
  'The other users who have the record open',
);
