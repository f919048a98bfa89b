import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { type ExportFormat, exportFormats, type FileFormat } from '#shared/resource-kit/list-fields.ts';
import { MenuButton } from '../../ui/dropdown.tsx';
import { formatBytes, toIsoDay } from '../../ui/format.ts';
import { showProgress, showSuccess } from '../../ui/toasts.tsx';
import { saveExport } from '../client.ts';
import { attempt } from '../errors.ts';
import { type ListParams, toFilterParams } from '../list-params.ts';
import { useIsFullServer } from '../server-level.ts';

// Characters that Windows, macOS or Linux forbid in file names.
const forbiddenCharacters = /[\p{Cc}<>:"/\\|?*]+/gu;

export const getExportFileName = (title: string, format: FileFormat): string =>
  `${title.replace(forbiddenCharacters, ' ').replace(/\s+/g, ' ').trim().slice(0, 100)} ${toIsoDay(new Date())}.${format}`;

export const exportLabels: Record<ExportFormat, string> = {
  xlsx: 'Excel workbook (.xlsx)',
  csv: 'CSV (.csv)',
};

/** Saves an export and shows the result as a toast. */
export const exportFile = async (
  exportRequest: Parameters<typeof saveExport>[0],
  toMessage = (fileName: string) => `Exported to ${fileName}`,
): Promise<void> => {
  await attempt(async () => {
    const fileName = await saveExport(exportRequest);
    if (fileName !== null) showSuccess(toMessage(fileName));
  });
};

type ExportSource = { resource: Resource; title: string; params: ListParams };

/** Exports all matching records in the background and shows the result as a toast. */
export const exportList = async ({ resource, title, params }: ExportSource, format: ExportFormat): Promise<void> => {
  const controller = new AbortController();
  let progress: ReturnType<typeof showProgress> | undefined;
  await exportFile({
    resource: resource.name,
    format,
    query: toFilterParams(params),
    fileName: getExportFileName(title, format),
    signal: controller.signal,
    onProgress: (bytes) => {
      progress ??= showProgress(`Exporting ${title}…`, () => controller.abort());
      progress.update(bytes > 0 ? formatBytes(bytes) : '');
    },
  });
  progress?.close();
};

/** Exports all pages of a list; hidden if the server doesn't support it. */
export const ExportMenu = ({ total, ...source }: ExportSource & { total: number }) => {
  if (!useIsFullServer()) return null;
  return (
    <MenuButton
      position="bottom-end"
      target={(props) => (
        <Button
          {...props}
          variant="subtle"
          disabled={total === 0}
          leftSection={<IconDownload size="1rem" aria-hidden />}
          rightSection={<IconChevronDown size="0.875rem" aria-hidden />}
        >
          Export
        </Button>
      )}
    >
      {() => (
        <>
          <Menu.Label>Export {formatCountInSentence(total, source.resource)}</Menu.Label>
          {exportFormats.map((format) => (
            <Menu.Item key={format} onClick={() => void exportList(source, format)}>
              {exportLabels[format]}
            </Menu.Item>
          ))}
        </>
      )}
    </MenuButton>
  );
};
