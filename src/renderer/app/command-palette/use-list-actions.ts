import { IconDownload, IconPlus, IconTable } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { exportFormats } from '#shared/resource-kit/file-formats.ts';
import { exportLabels, exportList } from '../../resource-kit/export/export-menu.tsx';
import { useShownList, useShownRecord } from '../../resource-kit/open-page.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { getAddId, getImportItem } from './action-items.ts';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';

/** Actions of the open list, unless a dialog with a record covers it. */
export const useListActions = (): PaletteGroup => {
  const list = useShownList();
  const record = useShownRecord();
  const navigate = useNavigate();
  const canExport = useIsFullServer() === true;
  const can = useCan(list?.resource.name ?? '');
  if (!list || record) return { label: 'This list', items: [] };
  const { resource, title, params, total, add, sheet } = list;
  const items: PaletteItem[] = [];
  if (add) {
    const { label, target } = add;
    const run = typeof target === 'string' ? () => void navigate(target) : target;
    items.push({ id: getAddId(resource), label, icon: IconPlus, shortcut: 'add', run });
  }
  if (can('create')) items.push(...getImportItem(resource));
  if (canExport && total > 0) {
    for (const format of exportFormats) {
      items.push({
        id: `export ${format}`,
        label: `Export this list as ${exportLabels[format]}`,
        icon: IconDownload,
        run: () => void exportList({ resource, title, params }, format),
      });
    }
  }
  if (sheet.isAvailable && (total > 0 || sheet.isOpen)) {
    items.push({
      id: 'sheet',
      label: sheet.isOpen ? 'Close the sheet' : 'Edit as sheet',
      icon: IconTable,
      shortcut: 'sheet',
      run: sheet.isOpen ? sheet.close : sheet.open,
    });
  }
  return { label: 'This list', items };
};
