import type { HistoryTable, Row } from '../database/tables.ts';

/** History entry with parsed values: the whole record, or only the changed values of an update. */
export type ReadEntry = Omit<HistoryTable, 'before' | 'after'> & { before: Row | null; after: Row | null };

const parse = (json: string | null): Row | null => (json === null ? null : (JSON.parse(json) as Row));

export const parseEntry = (entry: HistoryTable): ReadEntry => ({
  ...entry,
  before: parse(entry.before),
  after: parse(entry.after),
});
