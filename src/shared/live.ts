import type { HistoryEntry } from './history.ts';

/** Path of the stream of live updates, below the API base. */
export const livePath = '/live';

/** Header with the id of the last event that the client has seen, after which the stream continues. */
export const lastEventHeader = 'last-event-id';

/** A `changes` event names no more records of a resource than this. */
export const maxLiveIds = 200;

/** Records of a resource that were changed in the same way. Null if there are more than `maxLiveIds` of them. */
export type LiveChange = { resource: string; action: HistoryEntry['action']; ids: string[] | null };
