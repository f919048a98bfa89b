import type { HistoryTable, Row } from '../database/tables.ts';

/** A change with what the history keeps of it, read from JSON: of an update what it changed. */
export type ReadEntry = Omit<HistoryTable, 'before' | 'after'> & { before: Row | null; after: Row | null };

const parse = (json: string | null): Row | null => (json === null ? null : (JSON.parse(json) as Row));

/** Reads what a change was from the way the history keeps it. */
export const readEntry = (entry: HistoryTable): ReadEntry => ({
  ...entry,
  before: parse(entry.before),
  after: parse(entry.after),
});
