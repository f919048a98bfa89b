import { Box } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, formatList, inSentence } from '#shared/resource-kit/labels.ts';
import { type CellChoice, CellEditor, type CellEditorProps } from '../../ui/grid/cell-editor.tsx';
import { CellMessage } from '../../ui/grid/cell-message.tsx';
import { type CellPosition, DataGrid, type GridHandle } from '../../ui/grid/data-grid.tsx';
import type { GridPaste } from '../../ui/grid/grid-clipboard.ts';
import { OptionEditor } from '../../ui/grid/option-editor.tsx';
import { pasteCells, showPasteErrors } from '../../ui/grid/paste-cells.ts';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { createShortcutHandler, isTyping, useGlobalShortcut } from '../../ui/shortcuts.ts';
import type { Column } from '../../ui/table-columns.ts';
import { showInfo } from '../../ui/toasts.tsx';
import { DraftBanner } from '../drafts/draft-banner.tsx';
import { reportError } from '../errors.ts';
import { getKind } from '../kinds/index.ts';
import { getEditing } from '../kinds/inputs.tsx';
import type { ListParams } from '../list-params.ts';
import { useUnsavedChangesGuard } from '../use-unsaved-changes-guard.ts';
import classes from './sheet.module.css';
import { SheetBar } from './sheet-bar.tsx';
import { getCellText, getEmptyCell, parseCell } from './sheet-cells.ts';
import { getSheetColumns } from './sheet-columns.ts';
import { useSaveSheet } from './use-save-sheet.ts';
import { type RowChange, useSheet } from './use-sheet.ts';
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

const noOptions: readonly SelectOption[] = [];

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
  const getText = (record: AnyRecord, name: string) => {
    const field = fields[name];
    return field ? getCellText(field, name, record) : '';
  };
  const change = (label: string, changes: readonly RowChange[]) => {
    if (changes.length === 0) return;
    const cleared = sheet.change(label, changes).map((name) => inSentence(fields[name]?.label ?? ''));
    if (cleared.length > 0) showInfo(`Also cleared: ${formatList(cleared)}, which no longer fit`);
  };
  const isWritable = (name: string) => columns.some((column) => column.name === name && !column.isReadOnly);

  const commit = ({ index, column }: CellPosition, text: string, choice?: CellChoice) => {
    const [record, field] = [rows[index], fields[column]];
    if (!record || !field || (choice?.chosen === undefined && text === getText(record, column))) return null;
    const parsed = parseCell(field, column, { text, current: record[column], ...choice });
    if ('error' in parsed) return String(parsed.error);
    change(`Edit ${field.label} of ${getTitle(record)}`, [{ record, values: parsed }]);
    return null;
  };
  const paste = async ({ indexes, column, table }: GridPaste) => {
    const width = Math.max(...table.map(({ length }) => length));
    const options = new Map<string, readonly SelectOption[]>();
    for (const name of names.slice(column, column + width)) {
      const field = fields[name];
      const loaded = field && (await getEditing(field).loadOptions?.(field));
      if (loaded) options.set(name, loaded);
    }
    const targets = indexes.flatMap((index) => rows[index] ?? []);
    const { changes, cellCount, errors } = pasteCells<AnyRecord>({
      rows: targets,
      columns: names,
      column,
      table,
      getTitle,
      parse: (record, name, text) => {
        const field = fields[name];
        if (text === getText(record, name)) return null;
        if (!field || !isWritable(name)) return text === '' ? null : { error: 'This column can’t be changed here' };
        return parseCell(field, name, {
          text,
          current: record[name],
          options: options.get(name) ?? noOptions,
        });
      },
    });
    change(
      `Paste ${formatCount(cellCount, 'cell')}`,
      changes.flatMap((values, position) => {
        const record = targets[position];
        return record && values ? [{ record, values }] : [];
      }),
    );
    showPasteErrors(errors);
  };
  const clear = (name: string) => {
    const field = fields[name];
    const values = field && getEmptyCell(field, name);
    if (!field || !values) return showInfo(`${field?.label ?? name} can’t be empty`);
    change(
      `Clear ${field.label}`,
      grid.targets.flatMap((index) => (rows[index] ? [{ record: rows[index], values }] : [])),
    );
  };
  const fillDown = () => {
    const name = columns[grid.activeCell.column]?.name ?? '';
    const [first, ...rest] = grid.fillTargets.flatMap((index) => rows[index] ?? []);
    const field = fields[name];
    if (!first || !field || !isWritable(name)) return;
    const parsed = parseCell(field, name, {
      text: getText(first, name),
      chosen: String(first[name]),
      options: [{ value: String(first[name]), label: getText(first, name) }],
    });
    if ('error' in parsed) return;
    change(
      `Fill down ${field.label}`,
      rest.map((record) => ({ record, values: parsed })),
    );
  };

  const renderEditor = (cell: CellPosition, props: CellEditorProps) => {
    const [record, field] = [rows[cell.index], fields[cell.column]];
    if (!record || !field) return null;
    const fixed = getKind(field).getOptions?.(field);
    const key = `${record._id} ${cell.column}`;
    const OwnEditor = getEditing(field).CellEditor;
    if (OwnEditor)
      return <OwnEditor key={key} {...props} resource={resource} field={field} record={record} name={cell.column} />;
    if (fixed) {
      const value = String(record[cell.column] ?? '') || null;
      return <OptionEditor {...props} options={fixed} value={value} nothingFound="No options match" />;
    }
    return <CellEditor key={key} {...props} isMultiline={'isMultiline' in field && field.isMultiline === true} />;
  };
  const activeRow = rows[visibleIndexes[grid.activeCell.row] ?? -1];
  const activeError = grid.editError ?? (activeRow && sheet.getErrors(activeRow)[names[grid.activeCell.column] ?? '']);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the grid inside
    <div className={classes.sheet} onKeyDown={createShortcutHandler({ save: saveIfValid })}>
      <DraftBanner draft={draft.offered} />
      <DataGrid<AnyRecord>
        grid={grid}
        columns={columns}
        rows={rows}
        getTitle={getTitle}
        getText={getText}
        cellError={cellError}
        undo={undo}
        redo={redo}
        fillDown={fillDown}
        renderEditor={renderEditor}
        minWidth={minWidth}
        ref={gridRef}
        label={title}
        emptyText=""
        isReadOnly={isSaving}
        getKey={({ _id }) => _id}
        getErrors={sheet.getErrors}
        getChange={({ _id }, name) => {
          const record = records.get(_id);
          if (!record || !edits.has(_id) || !(name in (edits.get(_id) ?? {}))) return undefined;
          return `Was: ${getText(record, name) || 'empty'}`;
        }}
        onCommit={commit}
        onClear={clear}
        onPaste={(pasted) => void paste(pasted).catch((error: unknown) => reportError(error))}
      />
      {activeError && activeRow && (
        <Box px="md" py={6}>
          <CellMessage key={activeError} isAlert={grid.editError !== null}>
            {`${getTitle(activeRow)}: ${activeError}`}
          </CellMessage>
        </Box>
      )}
      <SheetBar
        resource={resource}
        sheet={sheet}
        grid={grid}
        isSaving={isSaving}
        onClose={onClose}
        onFillDown={fillDown}
        onSave={saveIfValid}
      />
    </div>
  );
};
