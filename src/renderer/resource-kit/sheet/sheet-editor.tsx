import { useEffect, useMemo, useRef } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatList, inSentence } from '#shared/resource-kit/labels.ts';
import { DataGrid, type GridHandle } from '../../ui/grid/data-grid.tsx';
import type { GridChange } from '../../ui/grid/grid-column.ts';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { createShortcutHandler, isTyping, useGlobalShortcut } from '../../ui/shortcuts.ts';
import type { Column } from '../../ui/table-columns.ts';
import { showInfo } from '../../ui/toasts.tsx';
import { DraftBanner } from '../drafts/draft-banner.tsx';
import type { ListParams } from '../list-params.ts';
import { useUnsavedChangesGuard } from '../use-unsaved-changes-guard.ts';
import { getCellText, getSheetColumns } from './field-column.tsx';
import classes from './sheet.module.css';
import { SheetBar } from './sheet-bar.tsx';
import { useSaveSheet } from './use-save-sheet.ts';
import { useSheet } from './use-sheet.ts';
import { useSheetDraft } from './use-sheet-draft.ts';

export type RecordSheetProps = {
  resource: Resource;
  title: string;
  columns: readonly Column<AnyRecord>[];
  params: ListParams;
  /** Fields that are the same for the whole list, such as its parent. */
  lockedFields: readonly string[];
  onClose: () => void;
};

export const SheetEditor = ({
  resource,
  title,
  columns: listColumns,
  lockedFields,
  loaded,
  onReload,
  onClose,
}: RecordSheetProps & { loaded: readonly AnyRecord[]; onReload: () => void }) => {
  const { fields } = resource;
  const { columns, minWidth } = useMemo(
    () => getSheetColumns(resource, listColumns, lockedFields),
    [resource, listColumns, lockedFields],
  );
  const names = columns.map(({ name }) => name);
  const sheet = useSheet(resource, loaded, names);
  const { rows, records, edits, undo, redo } = sheet;
  const visibleIndexes = useMemo(() => Array.from({ length: rows.length }, (_, index) => index), [rows.length]);
  const grid = useGrid({
    rows,
    visibleIndexes,
    columnCount: columns.length,
    initialColumn: columns.findIndex(({ isReadOnly }) => !isReadOnly),
    getKey: ({ _id }) => _id,
  });
  const gridRef = useRef<GridHandle>(null);
  const cellError = useRef<string>(null);
  const { isSaving, save } = useSaveSheet({ resource, sheet, onReload });
  const draft = useSheetDraft(resource, sheet);
  useUnsavedChangesGuard(edits.size > 0, draft.discard);
  const saveIfValid = () => {
    if (cellError.current === null) void save();
    else gridRef.current?.focus();
  };
  useGlobalShortcut('save', saveIfValid);
  useEffect(() => {
    // A search opens another sheet while the user types.
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement && isTyping(activeElement))) gridRef.current?.focus();
  }, []);

  const getTitle = (record: AnyRecord) => String(record[resource.titleField] ?? '') || resource.label;
  const change = (label: string, changes: readonly GridChange<AnyRecord>[]) => {
    if (changes.length === 0) return;
    const rowChanges = changes.map(({ row, values }) => ({ record: row, values }));
    const cleared = sheet.change(label, rowChanges).map((name) => inSentence(fields[name]?.label ?? ''));
    if (cleared.length > 0) showInfo(`Also cleared: ${formatList(cleared)}, which no longer fit`);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the grid inside
    <div className={classes.sheet} onKeyDown={createShortcutHandler({ save: saveIfValid })}>
      <DraftBanner draft={draft.offered} />
      <DataGrid<AnyRecord>
        grid={grid}
        columns={columns}
        rows={rows}
        getTitle={getTitle}
        cellError={cellError}
        undo={undo}
        redo={redo}
        minWidth={minWidth}
        ref={gridRef}
        label={title}
        emptyText=""
        isReadOnly={isSaving}
        getKey={({ _id }) => _id}
        getErrors={sheet.getErrors}
        getChange={({ _id }, name) => {
          const [record, field] = [records.get(_id), fields[name]];
          if (!record || !edits.has(_id) || !(name in (edits.get(_id) ?? {}))) return undefined;
          return `Was: ${(field && getCellText(field, name, record)) || 'empty'}`;
        }}
        onChange={change}
      />
      <SheetBar
        resource={resource}
        sheet={sheet}
        grid={grid}
        isSaving={isSaving}
        onClose={onClose}
        onFillDown={() => gridRef.current?.fillDown()}
        onSave={saveIfValid}
      />
    </div>
  );
};
