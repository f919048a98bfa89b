import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { asset } from '#shared/resources/asset.ts';
import type { SelectedRecords } from '../../resource-kit/bulk/bulk-bar.tsx';
import { exportFile, getExportFileName } from '../../resource-kit/export/export-menu.tsx';
import { formatBytes } from '../../ui/format.ts';
import { showProgress } from '../../ui/toasts.tsx';

/** Saves the selected files as a ZIP archive. */
export const downloadFiles = async (selected: SelectedRecords): Promise<void> => {
  const { target } = await selected.countTarget();
  const { snapshot: _snapshot, ...body } = { snapshot: undefined, ...target };
  const stopping = new AbortController();
  const progress = showProgress(`Downloading ${formatCountInSentence(selected.count, asset)}…`, () => stopping.abort());
  await exportFile(
    {
      resource: asset.name,
      endpoint: 'files',
      format: 'zip',
      query: {},
      body,
      fileName: getExportFileName('Media', 'zip'),
      signal: stopping.signal,
      onProgress: (bytes) => progress.update(bytes > 0 ? formatBytes(bytes) : ''),
    },
    (fileName) => `Saved as ${fileName}`,
  );
  progress.close();
};
