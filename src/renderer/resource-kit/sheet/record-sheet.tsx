import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, formatCountInSentence, formatList, inSentence } from '#shared/resource-kit/labels.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { DataGrid, type GridHandle } from '../../ui/grid/data-grid.tsx';
import { UndoButtons } from '../../ui/grid/edit-history.tsx';
import type { GridChange } from '../../ui/grid/grid-changes.ts';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { inactiveWhen } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { createShortcutHandler, isTyping, useGlobalShortcut } from '../../ui/shortcuts.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-columns.ts';
import { showInfo } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { getResourceIcon } from '../declared-screens.ts';
import type { ListParams } from '../list-params.ts';
import { loadRecords } from '../load-records.ts';
import { QueryError } from '../query-error.tsx';
import { DraftBanner } from '../save/use-draft.tsx';
import { useUnsavedChangesGuard } from '../use-unsaved-changes-guard.ts';
import { getCellText, getSheetColumns } from './field-column.tsx';
import classes from './sheet.module.css';
import { useSaveSheet, useSheetDraft } from './use-save-sheet.ts';
import { type Sheet, useSheet } from './use-sheet.ts';

/** The bar below a sheet: counts and saves its changes. */
const SheetBar = (props: {
  resource: Resource;
  sheet: Sheet;
  selectedCount: number;
  isSaving: boolean;
  onFillDown: () => void;
  onSave: () => void;
  onClose: () => void;
}) => {
  const { resource, sheet, isSaving } = props;
  const { edits, cellCount } = sheet;
  const hasChanges = edits.size > 0;
  const records = formatCountInSentence(edits.size, resource);
  const counts = hasChanges ? `${formatCount(cellCount, 'change')} in ${records}` : 'No changes';
  const selected = props.selectedCount > 0 ? `${props.selectedCount.toLocaleString('en')} selected` : '';
  const discard = async () => {
    const title = `Discard ${formatCount(cellCount, 'change')}?`;
    if (await openConfirm({ title, confirmLabel: 'Discard', isDestructive: true })) sheet.discard();
  };
  return (
    <section className={classes.bar} aria-label="Sheet">
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
        <Button {...inactiveWhen(isSaving, props.onFillDown)}>Fill down</Button>
        <Button {...inactiveWhen(isSaving || !hasChanges, () => void discard())}>Discard</Button>
        <Button onClick={props.onClose}>Close sheet</Button>
        <Button variant="brand" {...inactiveWhen(isSaving || !hasChanges, props.onSave)}>
          {isSaving ? 'Saving…' : 'Save changes'}
        </Button>
      </Toolbar>
    </section>
  );
};

type RecordSheetProps = {
  resource: Resource;
  title: string;
  columns: readonly Column<AnyRecord>[];
  params: ListParams;
  /** Fields that are the same for the whole list, such as its parent. */
  lockedFields: readonly string[];
  onClose: () => void;
};

const SheetEditor = (props: RecordSheetProps & { loaded: readonly AnyRecord[]; onReload: () => void }) => {
  const { resource, title, columns: listColumns, lockedFields, loaded, onReload, onClose } = props;
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
        selectedCount={grid.selected.size}
        isSaving={isSaving}
        onClose={onClose}
        onFillDown={() => gridRef.current?.fillDown()}
        onSave={saveIfValid}
      />
    </div>
  );
};

const maxSheetRows = 10_000;

/** All records that a list finds, up to the limit of a sheet. */
const useSheetRecords = (resource: Resource, params: ListParams) => {
  const [progress, setProgress] = useState<{ loaded: number; total: number } | null>(null);
  const query = useQuery({
    // A sheet of other parameters is another sheet.
    queryKey: ['sheet', useId()],
    queryFn: ({ signal }) =>
      loadRecords(resource, params, {
        max: maxSheetRows,
        signal,
        onProgress: (loaded, total) => setProgress({ loaded, total }),
      }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { query, progress };
};

/** The records of a list as a sheet, whose cells can be edited and are saved together. */
export const RecordSheet = (props: RecordSheetProps) => {
  const { resource, params, onClose } = props;
  const { query, progress } = useSheetRecords(resource, params);
  const { data: loaded } = query;
  const label = inSentence(resource.labelPlural);
  if (query.isError && !loaded) return <QueryError query={query} />;
  if (!loaded) {
    const text = progress
      ? `Loading ${progress.loaded.toLocaleString('en')} of ${progress.total.toLocaleString('en')}`
      : 'Loading';
    const value = progress && progress.total > 0 ? progress.loaded / progress.total : null;
    return (
      <Stack p="xl" gap="xs" maw="24rem" mx="auto" w="100%">
        <ProgressBar label={`Loading ${label}`} text={text} value={value} />
      </Stack>
    );
  }
  if (loaded.records.length === 0) {
    return (
      <EmptyState
        icon={getResourceIcon(resource.name)}
        title={`No ${label} to edit`}
        action={<Button onClick={onClose}>Back to the list</Button>}
      />
    );
  }
  return (
    <>
      {loaded.total > maxSheetRows && (
        <Text size="sm" px="md" py="xs">
          {`The sheet shows the first ${maxSheetRows.toLocaleString('en')} of ${loaded.total.toLocaleString('en')} ${label}. Filter the list to edit others.`}
        </Text>
      )}
      <SheetEditor {...props} loaded={loaded.records} onReload={() => void query.refetch()} />
    </>
  );
};
