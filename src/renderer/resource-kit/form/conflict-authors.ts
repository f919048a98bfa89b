import type { RecordVersion } from '#shared/history.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { request } from '../client.ts';
import { isFullServer } from '../server-level.ts';

export type ConflictAuthor = {
  /** The signed-in user made all changes, in another window. */
  isSelf: boolean;
  name: string | null;
};

/** Names the other users who saved the later versions. */
export const summarizeAuthors = (
  laterVersions: readonly Pick<RecordVersion, 'userId' | 'userName'>[],
  userId: string,
): ConflictAuthor => {
  const ofOthers = laterVersions.filter((version) => version.userId !== userId);
  const names = [...new Set(ofOthers.flatMap(({ userName }) => userName ?? []))];
  return { isSelf: laterVersions.length > 0 && ofOthers.length === 0, name: names.join(' and ') || null };
};

const maxVersions = 50;

export const findConflictAuthor = async (
  resource: Resource,
  { base, theirs, userId }: { base: AnyRecord; theirs: AnyRecord; userId: string },
): Promise<ConflictAuthor> => {
  // Each change adds one version.
  const pageSize = Math.min(maxVersions, Number(theirs.version) - Number(base.version ?? 0));
  try {
    const hasVersions = pageSize > 0 && (await isFullServer());
    if (!hasVersions) return summarizeAuthors([], userId);
    const params = { resource: resource.name, recordId: base._id, pageIndex: 0, pageSize };
    const { data } = await request<{ data: RecordVersion[] }>('GET', '/history/versions', { params });
    return summarizeAuthors(data, userId);
  } catch {
    // The dialog opens anyway.
    return { isSelf: false, name: null };
  }
};
