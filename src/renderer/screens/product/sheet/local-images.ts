import { useEffect, useState } from 'react';
import { type LocalFile, platform } from '../../../platform/index.ts';
import { tellOfRemovedMetadata } from '../../../resource/image-notice.ts';
import { trackPendingFiles } from '../../../ui/pending-files.ts';
import { showError } from '../../../ui/toasts.tsx';

const bytesOf = async ({ previewUrl }: LocalFile): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(previewUrl)).arrayBuffer());

const isSameBytes = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

type Results = ReturnType<typeof platform.files.pick>;

/** Local images of a form. A file with the same bytes as an earlier one is not added again. */
const createLocalImages = () => {
  const files: LocalFile[] = [];

  const findDuplicate = async (file: LocalFile): Promise<LocalFile | undefined> => {
    const alike = files.filter((each) => each.size === file.size && each.type === file.type);
    if (alike.length === 0) return undefined;
    const bytes = await bytesOf(file);
    for (const each of alike) if (isSameBytes(bytes, await bytesOf(each))) return each;
    return undefined;
  };

  const addUnique = async (file: LocalFile): Promise<LocalFile> => {
    const same = await findDuplicate(file);
    if (!same) {
      files.push(file);
      return file;
    }
    platform.files.release(file);
    return same;
  };

  const keep = async (results: Results): Promise<{ kept: LocalFile[]; problems: string[] }> => {
    const kept: LocalFile[] = [];
    const problems: string[] = [];
    for (const result of await results) {
      if ('problem' in result) problems.push(result.problem);
      else kept.push(await addUnique(result.file));
    }
    return { kept, problems };
  };

  const take = async (results: Results): Promise<LocalFile[]> => {
    const { kept, problems } = await trackPendingFiles(keep(results), (taken) => taken.problems.length === 0);
    for (const problem of problems) showError(problem);
    const [first] = kept;
    if (first) void tellOfRemovedMetadata(first);
    return kept;
  };

  return {
    pick: () => take(platform.files.pick({ kind: 'image', isMultiple: true })),
    add: (added: readonly File[]) => take(platform.files.add({ kind: 'image', files: added })),
    releaseAll: () => {
      for (const file of files.splice(0)) platform.files.release(file);
    },
  };
};

export type LocalImages = Omit<ReturnType<typeof createLocalImages>, 'releaseAll'>;

export const useLocalImages = (): LocalImages => {
  const [images] = useState(createLocalImages);
  useEffect(() => images.releaseAll, [images]);
  return images;
};
