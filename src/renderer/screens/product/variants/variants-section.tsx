import { Button, Stack, Text } from '@mantine/core';
import { type ComponentProps, type DragEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { FormSection } from '../../../resource-kit/form/form-page.tsx';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import { DataGrid, type GridHandle } from '../../../ui/grid/data-grid.tsx';
import { useGrid } from '../../../ui/grid/use-grid.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { useOnChange } from '../../../ui/use-on-change.ts';
import { AttributePicker } from './attribute-picker.tsx';
import { type BulkTool, bulkTools } from './bulk-tools.tsx';
import { useUndoKeys } from './use-undo-keys.ts';
import { useVariants, useVariantsState, VariantsContext, variantsFieldName } from './use-variants.ts';
import { getDropProps, variantColumns } from './variant-columns.tsx';
import { VariantDialog } from './variant-dialog.tsx';
import { handleVariantDrop, useLocalImages } from './variant-images.ts';
import { applyGridChanges, type EditableVariant, getVariantKey, removeVariants } from './variant-sheet.ts';
import { useVariantFilter, VariantsToolbar } from './variants-toolbar.tsx';

const VariantEditor = () => {
  const { sheet, change, reported, cellError, undo, redo, isReadOnly, getErrors } = useVariants();
  const { variants } = sheet;
  const { errors: allErrors } = useFormState<FormValues>({ name: variantsFieldName });
  const errors = allErrors[variantsFieldName];
  const filter = useVariantFilter();
  const { visibleIndexes } = filter;
  const grid = useGrid({
    rows: variants,
    visibleIndexes,
    columnCount: variantColumns.length,
    getKey: getVariantKey,
  });
  const images = useLocalImages();
  const gridRef = useRef<GridHandle>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [tool, setTool] = useState<BulkTool | null>(null);
  const toKeys = (indexes: readonly number[]) => indexes.flatMap((index) => variants[index] ?? []).map(getVariantKey);
  const selectedKeys = toKeys(grid.selectedIndexes);

  const [firstReported] = reported;
  useOnChange([reported], () => {
    if (!firstReported) return;
    const [variant, problems] = firstReported;
    const row = visibleIndexes.indexOf(variants.indexOf(variant));
    const column = variantColumns.findIndex(({ name }) => name in problems);
    if (row >= 0) grid.activate({ row, column: Math.max(column, 0) });
    gridRef.current?.focus();
  });
  useEffect(() => {
    // The text in the open editor is invalid.
    if (errors?.type === 'validate') gridRef.current?.focus();
  }, [errors]);

  const remove = () => {
    change(`Remove ${formatCount(selectedKeys.length, 'variant')}`, (current) => removeVariants(current, selectedKeys));
    grid.clearSelection();
  };
  const drop = (event: DragEvent, variant: EditableVariant | undefined) =>
    variant && void handleVariantDrop(event, { variant, selectedKeys, images, change });
  const message = errors && firstReported && Object.values(firstReported[1])[0];
  const { Dialog = null } = tool === null ? {} : bulkTools[tool];
  return (
    <>
      {message && (
        <InlineAlert title={message}>
          <Text size="sm" mb="xs">{`Affects ${formatCount(reported.size, 'variant')}`}</Text>
          <Button size="xs" onClick={() => filter.setShowsErrorsOnly(true)}>
            Show errors only
          </Button>
        </InlineAlert>
      )}
      <VariantsToolbar
        grid={grid}
        filter={filter}
        onOpenTool={setTool}
        onFillDown={() => gridRef.current?.fillDown()}
        onRemove={remove}
      />
      <DataGrid<EditableVariant>
        ref={gridRef}
        grid={grid}
        cellError={cellError}
        undo={undo}
        redo={redo}
        isReadOnly={isReadOnly}
        getErrors={getErrors}
        label="Variants"
        emptyText="No variants match"
        columns={variantColumns}
        rows={variants}
        getKey={getVariantKey}
        getTitle={({ name }) => name}
        getRowProps={(index) => getDropProps((event) => drop(event, variants[index]))}
        replace={() => setTool('replace')}
        onOpenPanel={(variant) => setOpenKey(getVariantKey(variant))}
        onChange={(label, changes) => change(label, (current) => applyGridChanges(current, changes))}
      />
      <Text fz="xs" c="dimmed">
        Enter to edit · Space to select · Shift+↑↓ to extend the selection · Ctrl+D to fill down · Ctrl+C and Ctrl+V
        work with spreadsheets · Ctrl+Z to undo · Esc, then Tab to leave. Drop images or folders onto a variant to add
        them.
      </Text>
      {openKey !== null && (
        <VariantDialog
          openKey={openKey}
          keys={toKeys(visibleIndexes)}
          images={images}
          onOpen={setOpenKey}
          onClose={() => {
            setOpenKey(null);
            gridRef.current?.focus();
          }}
        />
      )}
      {Dialog && (
        <Dialog
          keys={selectedKeys.length > 0 ? selectedKeys : toKeys(visibleIndexes)}
          column={variantColumns[grid.activeCell.column]?.name ?? ''}
          images={images}
          onClose={() => setTool(null)}
        />
      )}
    </>
  );
};

type Attributes = ComponentProps<typeof AttributePicker>;

/** Memoized, so that typing elsewhere in the form doesn't re-render it. */
const VariantsContent = memo(({ attributes, hasVariants }: Attributes & { hasVariants: boolean }) => (
  <FormSection title="Variants">
    <AttributePicker attributes={attributes} />
    {hasVariants && (
      <Stack gap="sm">
        <VariantEditor />
      </Stack>
    )}
  </FormSection>
));

/** `children` share the state of the variants. */
export const VariantsSection = ({ attributes, children }: Attributes & { children: ReactNode }) => {
  const state = useVariantsState();
  const root = useRef<HTMLDivElement>(null);
  useUndoKeys(root, state);
  return (
    <VariantsContext value={state}>
      <div ref={root}>
        <VariantsContent attributes={attributes} hasVariants={state.sheet.variants.length > 0} />
      </div>
      {children}
    </VariantsContext>
  );
};
