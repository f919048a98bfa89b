import { Button, Stack, Text } from '@mantine/core';
import { type ComponentProps, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { FormSection } from '../../../resource-kit/form/form-page.tsx';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import type { GridHandle } from '../../../ui/grid/data-grid.tsx';
import { useGrid } from '../../../ui/grid/use-grid.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { removeVariants } from '../bulk-tools/bulk-edits.ts';
import { ImagesDialog } from '../bulk-tools/images-dialog.tsx';
import { FeaturesDialog, PriceDialog, ReplaceDialog, SkuDialog } from '../bulk-tools/text-dialogs.tsx';
import { variantColumns } from '../grid/variant-columns.tsx';
import { VariantGrid } from '../grid/variant-grid.tsx';
import { useLocalImages } from '../sheet/local-images.ts';
import {
  useUndoKeys,
  useVariants,
  useVariantsState,
  VariantsContext,
  variantsFieldName,
} from '../sheet/use-variants.ts';
import { mapErrorsToVariants } from '../sheet/variant-errors.ts';
import { getVariantKey } from '../sheet/variant-sheet.ts';
import { VariantDialog } from '../variant-dialog/variant-dialog.tsx';
import { AttributePicker } from './attribute-picker.tsx';
import { handleVariantDrop } from './handle-variant-drop.ts';
import { type BulkTool, useVariantFilter, VariantsToolbar } from './variants-toolbar.tsx';

const VariantEditor = () => {
  const { sheet, change } = useVariants();
  const { errors: allErrors } = useFormState<FormValues>({ name: variantsFieldName });
  const filter = useVariantFilter();
  const { visibleIndexes } = filter;
  const grid = useGrid({
    rows: sheet.variants,
    visibleIndexes,
    columnCount: variantColumns.length,
    getKey: getVariantKey,
  });
  const images = useLocalImages();
  const gridRef = useRef<GridHandle>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [tool, setTool] = useState<BulkTool | null>(null);

  const selected = grid.selectedIndexes;
  const toolTargets = selected.length > 0 ? selected : visibleIndexes;

  const errors = allErrors[variantsFieldName];
  // biome-ignore lint/correctness/useExhaustiveDependencies: errors refer to the variants that were sent
  const reported = useMemo(() => [...mapErrorsToVariants(errors, sheet.variants)], [errors]);
  const [firstReported] = reported;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per rejected save
  useEffect(() => {
    if (!firstReported) return;
    const [variant, problems] = firstReported;
    const row = visibleIndexes.indexOf(sheet.variants.indexOf(variant));
    const column = variantColumns.findIndex(({ name }) => name in problems);
    if (row >= 0) grid.activate({ row, column: Math.max(column, 0) });
    gridRef.current?.focus();
  }, [firstReported]);

  const isRejected = errors?.type === 'validate';
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per rejected save
  useEffect(() => {
    if (isRejected) gridRef.current?.focus();
  }, [errors]);

  const remove = () => {
    change(`Remove ${formatCount(selected.length, 'variant')}`, (current) => removeVariants(current, selected));
    grid.clearSelection();
  };
  const dialogProps = { indexes: toolTargets, onClose: () => setTool(null) };
  const message = firstReported && Object.values(firstReported[1])[0];
  return (
    <>
      {message && (
        <InlineAlert title={message}>
          <Text size="sm" mb="xs">{`Affects ${formatCount(reported.length, 'variant')}`}</Text>
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
      <VariantGrid
        ref={gridRef}
        grid={grid}
        onOpenPanel={setOpenKey}
        onDrop={(index, data) => void handleVariantDrop(data, { index, selected, sheet, images, change })}
        onReplace={() => setTool('replace')}
      />
      <Text fz="xs" c="dimmed">
        Enter to edit · Space to select · Shift+↑↓ to extend the selection · Ctrl+D to fill down · Ctrl+C and Ctrl+V
        work with spreadsheets · Ctrl+Z to undo · Esc, then Tab to leave. Drop images or folders onto a variant to add
        them.
      </Text>
      {openKey !== null && (
        <VariantDialog
          openKey={openKey}
          visibleIndexes={visibleIndexes}
          images={images}
          onOpen={setOpenKey}
          onClose={() => {
            setOpenKey(null);
            gridRef.current?.focus();
          }}
        />
      )}
      {tool === 'price' && <PriceDialog {...dialogProps} />}
      {tool === 'sku' && <SkuDialog {...dialogProps} />}
      {tool === 'replace' && (
        <ReplaceDialog {...dialogProps} column={variantColumns[grid.activeCell.column]?.name ?? 'name'} />
      )}
      {tool === 'images' && <ImagesDialog {...dialogProps} images={images} />}
      {tool === 'features' && <FeaturesDialog {...dialogProps} />}
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

export const VariantsSection = ({ attributes }: Attributes) => {
  const state = useVariantsState();
  const root = useRef<HTMLDivElement>(null);
  useUndoKeys(root, state);
  return (
    <VariantsContext value={state}>
      <div ref={root}>
        <VariantsContent attributes={attributes} hasVariants={state.sheet.variants.length > 0} />
      </div>
    </VariantsContext>
  );
};
