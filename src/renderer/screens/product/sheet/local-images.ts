import { useEffect, useState } from 'react';
import { type LocalFile, platform } from '../../../platform/index.ts';
import { notifyMetadataRemoval } from '../../../resource-kit/kinds/file-input.tsx';
import { trackPendingFiles } from '../../../ui/pending-files.ts';
import { showError } from '../../../ui/toasts.tsx';

const readBytes = async ({ previewUrl }: LocalFile): Promise<Uint8Array> =>
  new Uint8Array(await (await fetch(previewUrl)).arrayBuffer());

const areBytesEqual = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

type Results = ReturnType<typeof platform.files.pick>;

/** Local images of a form. A file with the same bytes as an earlier one is not added again. */
const createLocalImages = () => {
  const files: LocalFile[] = [];

  const findDuplicate = async (file: LocalFile): Promise<LocalFile | undefined> => {
    const candidates = files.filter(({ size, type }) => size === file.size && type === file.type);
    if (candidates.length === 0) return undefined;
    const bytes = await readBytes(file);
    for (const candidate of candidates) if (areBytesEqual(bytes, await readBytes(candidate))) return candidate;
    return undefined;
  };

  const addUnique = async (file: LocalFile): Promise<LocalFile> => {
    const duplicate = await findDuplicate(file);
    if (duplicate) platform.files.release(file);
    else files.push(file);
    return duplicate ?? file;
  };

  const collectImages = async (results: Results): Promise<{ images: LocalFile[]; errors: string[] }> => {
    const images: LocalFile[] = [];
    const errors: string[] = [];
    for (const result of await results) {
      if ('error' in result) errors.push(result.error);
      else images.push(await addUnique(result.file));
    }
    return { images, errors };
  };

  const addResults = async (results: Results): Promise<LocalFile[]> => {
    const { images, errors } = await trackPendingFiles(
      collectImages(results),
      (collected) => collected.errors.length === 0,
    );
    for (const error of errors) showError(error);
    const [first] = images;
    if (first) void notifyMetadataRemoval(first);
    return images;
  };

  return {
    pick: () => addResults(platform.files.pick({ kind: 'image', isMultiple: true })),
    add: (added: readonly File[]) => addResults(platform.files.add({ kind: 'image', files: added })),
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
