import { formatCount, formatList } from '#shared/resource-kit/labels.ts';
import { asset } from '#shared/resources/asset.ts';
import { type LocalFile, platform } from '../../platform/index.ts';
import { getErrorMessage } from '../../resource-kit/errors.ts';
import { saveRecord } from '../../resource-kit/hooks.ts';
import { notifyMetadataRemoval } from '../../resource-kit/kinds/file-input.tsx';
import { invalidateResource } from '../../resource-kit/query-client.ts';
import { showError, showInfo, showProgress, showSuccess } from '../../ui/toasts.tsx';

type Results = Awaited<ReturnType<typeof platform.files.pick>>;

/** Adds files to the library one after the other, and says which of them were there already. */
const addFiles = async (pending: Promise<Results>): Promise<void> => {
  const results = await pending;
  const files: LocalFile[] = results.flatMap((result) => ('file' in result ? [result.file] : []));
  const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
  const known: string[] = [];
  if (files[0]) void notifyMetadataRemoval(files[0]);
  const stopping = new AbortController();
  const { signal } = stopping;
  const progress = files.length > 0 ? showProgress('Adding files…', () => stopping.abort()) : null;
  let added = 0;
  for (const [index, file] of files.entries()) {
    if (signal.aborted) break;
    progress?.update(`${index + 1} of ${files.length}`);
    try {
      const { notices } = await saveRecord(asset, { values: { file }, signal });
      if (notices?.length) known.push(file.name);
      else added += 1;
    } catch (error) {
      if (!signal.aborted) errors.push(`${file.name} wasn’t added. ${getErrorMessage(error)}`);
    }
  }
  for (const file of files) platform.files.release(file);
  progress?.close();
  if (added > 0) showSuccess(`${formatCount(added, asset)} added`);
  if (known.length > 0) showInfo(`In the library already: ${formatList(known)}`);
  for (const error of errors) showError(error);
  await invalidateResource(asset.name);
};

export const chooseFiles = (): Promise<void> => addFiles(platform.files.pick({ kind: 'media', isMultiple: true }));

export const dropFiles = (files: readonly File[]): Promise<void> =>
  addFiles(platform.files.add({ kind: 'media', files }));
