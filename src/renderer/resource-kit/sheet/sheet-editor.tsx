import { Button, Text } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, formatCountInSentence, formatList, inSentence } from '#shared/resource-kit/labels.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { DataGrid, type GridHandle } from '../../ui/grid/data-grid.tsx';
import { UndoButtons } from '../../ui/grid/edit-history.tsx';
import type { GridChange } from '../../ui/grid/grid-changes.ts';
import { type Grid, useGrid } from '../../ui/grid/use-grid.ts';
import { inactiveWhen } from '../../ui/icon-button.tsx';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { createShortcutHandler, isTyping, useGlobalShortcut } from '../../ui/shortcuts.ts';
import type { Column } from '../../ui/table-columns.ts';
import { showInfo } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import type { ListParams } from '../list-params.ts';
import { DraftBanner } from '../save/draft-banner.tsx';
import { useUnsavedChangesGuard } from '../use-unsaved-changes-guard.ts';
import { getCellText, getSheetColumns } from './field-column.tsx';
import classes from './sheet.module.css';
import { useSaveSheet, useSheetDraft } from './use-save-sheet.ts';
import { type Sheet, useSheet } from './use-sheet.ts';

/** The bar below a sheet: counts and saves its changes. */
const SheetBar = ({
  resource,
  sheet,
  grid,
  isSaving,
  onFillDown,
  onSave,
  onClose,
}: {
  resource: Resource;
  sheet: Sheet;
  grid: Grid;
  isSaving: boolean;
  onFillDown: () => void;
  onSave: () => void;
  onClose: () => void;
}) => {
  const { edits, cellCount } = sheet;
  const hasChanges = edits.size > 0;
  const records = formatCountInSentence(edits.size, resource);
  const counts = hasChanges ? `${formatCount(cellCount, 'change')} in ${records}` : 'No changes';
  const selected = grid.selected.size > 0 ? `${grid.selected.size.toLocaleString('en')} selected` : '';
  const discard = async () => {
    const title = `Discard ${formatCount(cellCount, 'change')}?`;
    if (await openConfirm({ title, confirmLabel: 'Discard', isDestructive: true })) sheet.discard();
  };
  return (
    <section ref={keepToastsAbove} className={classes.bar} aria-label="Sheet">
      <Text role="status" fw={600} className="bo-tabular">
        {[counts, selected].filter(Boolean).join(' · ')}
      </Text>
      {!hasChanges && selected === '' && (
        <Text fz="xs" c="dimmed" className={classes.hint}>
          Ctrl+D to fill down · Ctrl+C and Ctrl+V work with spreadsheets · Esc, then Tab to leave
        </Text>
      )}
      <Toolbar label="Sheet actions" className={classes.actions}>
        <UndoButtons {...sheet} isReadOnly={isSaving} />
        <Button {...inactiveWhen(isSaving, onFillDown)}>Fill down</Button>
        <Button {...inactiveWhen(isSaving || !hasChanges, () => void discard())}>Discard</Button>
        <Button onClick={onClose}>Close sheet</Button>
        <Button variant="brand" {...inactiveWhen(isSaving || !hasChanges, onSave)}>
          {isSaving ? 'Saving…' : 'Save changes'}
        </Button>
      </Toolbar>
    </section>
  );
};

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
        // Steps of the history that is being saved end with it.
        undo={isSaving ? () => {} : undo}
        redo={isSaving ? () => {} : redo}
        minWidth={minWidth}
        ref={gridRef}
        label={title}
        emptyText=""
        isReadOnly={false}
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
