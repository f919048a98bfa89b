import type { Resource } from '#shared/resource/define-resource.ts';
import type { ExportFormat } from '#shared/resource/schemas.ts';
import { formatBytes } from '../../ui/format.ts';
import { showProgress, showSuccess } from '../../ui/toasts.tsx';
import { saveExport } from '../client.ts';
import { reportError } from '../errors.ts';
import { type ListParams, toFilterParams } from '../list-state.ts';
import { exportFileName } from './export-file-name.ts';

/** Exports all matching records in the background and shows the result as a toast. */
export const exportList = async ({
  resource,
  title,
  params,
  format,
}: {
  resource: Resource;
  title: string;
  params: ListParams;
  format: ExportFormat;
}): Promise<void> => {
  const controller = new AbortController();
  let progress: ReturnType<typeof showProgress> | undefined;
  try {
    const fileName = await saveExport({
      resource: resource.name,
      format,
      query: toFilterParams(params),
      fileName: exportFileName(title, format),
      signal: controller.signal,
      onProgress: (bytes) => {
        progress ??= showProgress(`Exporting ${title}…`, () => controller.abort());
        progress.tell(bytes > 0 ? formatBytes(bytes) : '');
      },
    });
    if (fileName !== null) showSuccess(`Exported to ${fileName}`);
  } catch (error) {
    reportError(error);
  } finally {
    progress?.end();
  }
};
