import type { z } from 'zod';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import type { HistoryAction, Row } from '../database/tables.ts';
import { AppError, fromZodError } from '../lib/app-error.ts';
import type { RevertTarget } from '../records/extension.ts';
import type { Actor, OperationsContext, WriteContext } from '../records/hooks.ts';

export type RevertOptions = {
  context: OperationsContext;
  revertTarget: RevertTarget;
  actor: Actor | null;
  /** Change that the undo is part of; a new one by default. */
  changeId?: string;
  beforeCommit?: (write: WriteContext, record: AnyRecord | null) => Promise<void>;
};

export const conflictError = (message: string, data?: unknown) => new AppError('conflict', message, { data });

export const describeRecord = ({ label }: Resource, { title }: { title: string }) => `${inSentence(label)} “${title}”`;

/** Reports failures of an undo as conflicts: the current state prevents it, not the request. */
export const asConflict = async <Result>(problem: string, work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code === 'forbidden') throw error;
    const { message, errors, data } = error;
    throw new AppError('conflict', joinSentences([problem, message]), { errors, data });
  });

/** Picks the fields that a client may write from a history snapshot. */
export const toInput = (resource: Resource, record: Row): Row =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => {
      const isManagedByServer = ['_id', 'version', 'createdAt', 'updatedAt'].includes(name);
      return !isManagedByServer && resource.fields[name]?.kind !== 'inherited';
    }),
  );

export const parseInput = (schema: z.ZodType, values: Row): Row => {
  const result = schema.safeParse(values);
  if (!result.success) throw fromZodError(result.error);
  return result.data as Row;
};

export type EntryGroup<Entry> = { resource: string; action: HistoryAction; entries: Entry[] };

/** Groups adjacent entries of the same resource and action, in their order. */
export const groupEntries = <Entry extends { resource: string; action: HistoryAction }>(
  entries: readonly Entry[],
): EntryGroup<Entry>[] => {
  const groups: EntryGroup<Entry>[] = [];
  for (const entry of entries) {
    const { resource, action } = entry;
    const last = groups.at(-1);
    if (last?.resource === resource && last.action === action) last.entries.push(entry);
    else groups.push({ resource, action, entries: [entry] });
  }
  return groups;
};
