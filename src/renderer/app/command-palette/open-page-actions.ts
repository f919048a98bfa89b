import {
  IconCopy,
  IconDeviceFloppy,
  IconDownload,
  IconHistory,
  IconMessage,
  IconPencil,
  IconPlus,
  IconTable,
  IconToggleLeft,
} from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { inSentence, statusLabels } from '#shared/resource-kit/labels.ts';
import { exportFormats } from '#shared/resource-kit/list-fields.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { openComments, useCanComment } from '../../resource-kit/comments/comments-store.ts';
import { useCanDuplicate } from '../../resource-kit/duplicate.tsx';
import { exportLabels, exportList } from '../../resource-kit/export/export-menu.tsx';
import { getHistoryPath, useCanViewHistory } from '../../resource-kit/history/history.tsx';
import { type OpenRecord, useShownList, useShownRecord } from '../../resource-kit/open-page.ts';
import { fillPathWithRecord, getCopyPath, getRecordTitle } from '../../resource-kit/record-paths.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { getAddId, getImportItem } from './app-actions.ts';
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

const getStatusItem = ({ status, screen }: OpenRecord, name: string): PaletteItem[] => {
  if (!status) return [];
  const next = status.get() === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE';
  return [
    {
      id: 'status',
      label: `Set ${name} to ${statusLabels[next].toLowerCase()}`,
      ...(screen === 'form' && { detail: 'Saved with the form' }),
      icon: IconToggleLeft,
      keywords: ['toggle status', 'switch status', 'activate', 'deactivate'],
      run: () => status.set(next),
    },
  ];
};

const getSaveItems = ({ save, saveAndStay }: OpenRecord): PaletteItem[] => {
  const toItem = (id: 'save' | 'saveAndStay', label: string, run: (() => void) | undefined): PaletteItem[] =>
    run ? [{ id, label, icon: IconDeviceFloppy, shortcut: id, run }] : [];
  return [...toItem('save', 'Save', save), ...toItem('saveAndStay', 'Save and stay', saveAndStay)];
};

/** Actions of the record whose details or form are open. */
export const useRecordActions = (): PaletteGroup => {
  const open = useShownRecord();
  const { state } = useLocation();
  const resourceName = open?.resource.name ?? '';
  const can = useCan(resourceName);
  const canDuplicate = useCanDuplicate(open?.resource);
  const canViewHistory = useCanViewHistory(resourceName);
  const canComment = useCanComment(resourceName);
  if (!open) return { label: 'This item', items: [] };
  const { resource, record, screen } = open;
  const name = record?.[resource.titleField]
    ? `“${getRecordTitle(resource, record)}”`
    : `this ${inSentence(resource.label)}`;
  const items = [...getSaveItems(open), ...getStatusItem(open, name)];
  if (record) {
    const { edit } = screenPaths(resource.paths);
    if (screen === 'view' && edit && can('update')) {
      const to = fillPathWithRecord(edit, record);
      items.push({ id: 'edit', label: `Edit ${name}`, icon: IconPencil, to, state });
    }
    const copyPath = canDuplicate ? getCopyPath(resource, record) : undefined;
    if (copyPath !== undefined)
      items.push({ id: 'duplicate', label: `Duplicate ${name}`, icon: IconCopy, to: copyPath, state });
    if (canComment) {
      const run = () => openComments({ resource: resource.name, recordId: record._id });
      items.push({ id: 'comments', label: `Comments on ${name}`, icon: IconMessage, run });
    }
    if (canViewHistory) {
      const to = getHistoryPath(resource.name, record._id);
      items.push({ id: 'history', label: `History of ${name}`, icon: IconHistory, to });
    }
  }
  return { label: 'This item', items };
};
