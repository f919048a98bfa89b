import type { HistoryEntry } from './history.ts';

/** Path of the stream of live updates, below the API base. */
export const livePath = '/live';

/** Where a stream continues: the id of the last event that the client has seen. */
export const lastEventHeader = 'last-event-id';

/** A `changes` event names no more records of a resource than this. */
export const maxLiveIds = 200;

/** Records of a resource that were changed in the same way. Null if there are more than `maxLiveIds` of them. */
export type LiveChange = { resource: string; action: HistoryEntry['action']; ids: string[] | null };
