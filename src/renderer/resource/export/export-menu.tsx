import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import type { Resource } from '#shared/resource/define-resource.ts';
import { countedInSentence } from '#shared/resource/labels.ts';
import { type ExportFormat, exportFormats } from '#shared/resource/schemas.ts';
import { useCapability } from '../capabilities.ts';
import type { ListParams } from '../list-state.ts';
import { exportList } from './export-list.ts';

const labels: Record<ExportFormat, string> = { xlsx: 'Excel workbook (.xlsx)', csv: 'CSV (.csv)' };

/** Exports all pages of a list; hidden if the server doesn't support it. */
export const ExportMenu = ({
  resource,
  title,
  params,
  total,
}: {
  resource: Resource;
  title: string;
  params: ListParams;
  total: number;
}) => {
  if (!useCapability('export')) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          disabled={total === 0}
          leftSection={<IconDownload size="1rem" aria-hidden />}
          rightSection={<IconChevronDown size="0.875rem" aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Export {countedInSentence(total, resource)}</Menu.Label>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => void exportList({ resource, title, params, format })}>
            {labels[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
