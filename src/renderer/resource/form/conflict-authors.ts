import type { HistoryEntry } from '#shared/history.ts';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { hasCapability } from '../capabilities.ts';
import { request } from '../client.ts';

export type ConflictAuthor = {
  /** The signed-in user made all changes, in another window. */
  isSelf: boolean;
  name: string | null;
};

type Entry = Pick<HistoryEntry, 'userId' | 'userName' | 'after'>;

/** Joins the names of those who saved after `version`, without the user `userId`. */
export const authorOf = (
  entries: readonly Entry[],
  { version, userId }: { version: number; userId: string },
): ConflictAuthor => {
  const later = entries.filter(({ after }) => Number(after?.version) > version);
  const others = later.filter((entry) => entry.userId !== userId);
  const names = [...new Set(others.flatMap(({ userName }) => userName ?? []))];
  return { isSelf: later.length > 0 && others.length === 0, name: names.join(' and ') || null };
};

const changesRead = 50;

export const findConflictAuthor = async (
  resource: Resource,
  base: AnyRecord,
  userId: string,
): Promise<ConflictAuthor> => {
  const { version = 0 } = base;
  try {
    const isTold = await hasCapability('history');
    if (!isTold) return authorOf([], { version, userId });
    const params = { resource: resource.name, recordId: base._id, pageIndex: 0, pageSize: changesRead };
    const { data } = await request<{ data: HistoryEntry[] }>('GET', '/history', { params });
    return authorOf(data, { version, userId });
  } catch {
    // The dialog opens anyway.
    return { isSelf: false, name: null };
  }
};
