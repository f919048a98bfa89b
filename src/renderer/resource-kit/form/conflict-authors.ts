import type { HistoryEntry } from '#shared/history.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { hasCapability } from '../capabilities.ts';
import { request } from '../client.ts';

export type ConflictAuthor = {
  /** The signed-in user made all changes, in another window. */
  isSelf: boolean;
  name: string | null;
};

type Entry = Pick<HistoryEntry, 'userId' | 'userName' | 'after'>;

/** Names the other users who saved after `version`. */
export const summarizeAuthors = (
  entries: readonly Entry[],
  { version, userId }: { version: number; userId: string },
): ConflictAuthor => {
  const laterEntries = entries.filter(({ after }) => Number(after?.version) > version);
  const otherEntries = laterEntries.filter((entry) => entry.userId !== userId);
  const names = [...new Set(otherEntries.flatMap(({ userName }) => userName ?? []))];
  return { isSelf: laterEntries.length > 0 && otherEntries.length === 0, name: names.join(' and ') || null };
};

const maxHistoryEntries = 50;

export const findConflictAuthor = async (
  resource: Resource,
  base: AnyRecord,
  userId: string,
): Promise<ConflictAuthor> => {
  const { version = 0 } = base;
  try {
    const hasHistory = await hasCapability('history');
    if (!hasHistory) return summarizeAuthors([], { version, userId });
    const params = { resource: resource.name, recordId: base._id, pageIndex: 0, pageSize: maxHistoryEntries };
    const { data } = await request<{ data: HistoryEntry[] }>('GET', '/history', { params });
    return summarizeAuthors(data, { version, userId });
  } catch {
    // The dialog opens anyway.
    return { isSelf: false, name: null };
  }
};
