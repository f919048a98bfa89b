import { Box, Button, Card, Text } from '@mantine/core';
import { type ComponentProps, type DragEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { suggestSku } from '#shared/product/skus.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import { useIsFullServer } from '../../../resource-kit/server-level.ts';
import { getDropProps } from '../../../ui/drop-props.ts';
import { DataGrid, type GridHandle } from '../../../ui/grid/data-grid.tsx';
import { useGrid } from '../../../ui/grid/use-grid.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { readStoredItem, storeItem } from '../../../ui/stored-item.ts';
import { useOnChange } from '../../../ui/use-on-change.ts';
import { AttributePicker } from './attribute-picker.tsx';
import { bulkTools, type OpenTool } from './bulk-tools.tsx';
import { useUndoKeys } from './use-undo-keys.ts';
import { useVariants, useVariantsState, VariantsContext, variantsFieldName } from './use-variants.ts';
import { optionalColumns, variantColumns } from './variant-columns.tsx';
import { VariantDialog } from './variant-dialog.tsx';
import { handleVariantDrop, useLocalImages } from './variant-images.ts';
import {
  applyGridChanges,
  type EditableVariant,
  getVariantKey,
  getVariantTitle,
  removeVariants,
} from './variant-sheet.ts';
import classes from './variants-section.module.css';
import { useVariantFilter, VariantsToolbar } from './variants-toolbar.tsx';

/** Names of the optional columns that the grid shows, on this computer. */
const shownColumnsKey = 'variantColumns';
/** Earlier versions stored only whether it shows Product Name. */
const earlierKey = 'variantProductName';

const VariantEditor = () => {
  const { sheet, change, reported, cellError, undo, redo, isReadOnly, getErrors, getProduct } = useVariants();
  const { variants } = sheet;
  const { errors: allErrors } = useFormState<FormValues>({ name: variantsFieldName });
  const errors = allErrors[variantsFieldName];
  const filter = useVariantFilter();
  const { visibleIndexes } = filter;
  const [shownNames, setShownNames] = useState(
    () => readStoredItem(shownColumnsKey)?.split(' ') ?? (readStoredItem(earlierKey) === 'true' ? ['productName'] : []),
  );
  const isFull = useIsFullServer() !== false;
  const offered = optionalColumns.filter(({ name }) => isFull || name !== 'gtin');
  const columns = [...variantColumns, ...offered.filter(({ name }) => shownNames.includes(name))];
  const grid = useGrid({
    rows: variants,
    visibleIndexes,
    columnCount: columns.length,
    getKey: getVariantKey,
  });
  const images = useLocalImages();
  const gridRef = useRef<GridHandle>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [tool, setTool] = useState<OpenTool | null>(null);
  const toKeys = (indexes: readonly number[]) => indexes.flatMap((index) => variants[index] ?? []).map(getVariantKey);
  const selectedKeys = toKeys(grid.selectedIndexes);

  const [firstReported] = reported;
  useOnChange([reported], () => {
    if (!firstReported) return;
    const [variant, problems] = firstReported;
    const row = visibleIndexes.indexOf(variants.indexOf(variant));
    const column = columns.findIndex(({ name }) => name in problems);
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
  const getFix = (variant: EditableVariant, column: string) => {
    if (column !== 'sku') return undefined;
    const product = getProduct();
    const taken = new Set([product.sku, ...variants.map(({ sku }) => sku.trim())]);
    const sku = suggestSku(variant, product, taken);
    return { label: `Use ${sku}`, values: { sku } };
  };
  const drop = (event: DragEvent, variant: EditableVariant | undefined) =>
    variant && void handleVariantDrop(event, { variant, selectedKeys, images, change });
  const message = errors && firstReported && Object.values(firstReported[1])[0];
  const { Dialog = null } = tool === null ? {} : bulkTools[tool.name];
  const toggleColumn = (name: string) => {
    const names = shownNames.includes(name) ? shownNames.filter((one) => one !== name) : [...shownNames, name];
    storeItem(shownColumnsKey, names.join(' '));
    setShownNames(names);
  };
  return (
    <>
      {message && (
        <Box px="md" pt="sm">
          <InlineAlert title={message}>
            <Text size="sm" mb="xs">{`Affects ${formatCount(reported.size, 'variant')}`}</Text>
            <Button size="xs" onClick={() => filter.setShowsErrorsOnly(true)}>
              Show errors only
            </Button>
          </InlineAlert>
        </Box>
      )}
      <VariantsToolbar
        grid={grid}
        filter={filter}
        optionalColumns={offered.map(({ name, label }) => ({ name, label, isShown: shownNames.includes(name) }))}
        onToggleColumn={toggleColumn}
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
        columns={columns}
        rows={variants}
        getKey={getVariantKey}
        getTitle={getVariantTitle}
        getRowProps={(index) => getDropProps((event) => drop(event, variants[index]))}
        getFix={getFix}
        replace={() => setTool({ name: 'replace' })}
        onOpenPanel={(variant) => setOpenKey(getVariantKey(variant))}
        onChange={(label, changes) => change(label, (current) => applyGridChanges(current, changes))}
      />
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
          keys={toKeys(selectedKeys.length > 0 || grid.targets.length > 1 ? grid.targets : visibleIndexes)}
          column={columns[grid.activeCell.column]?.name ?? ''}
          attribute={tool?.attribute}
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
  <Card component="section" className={classes.card} aria-label="Variants">
    <AttributePicker attributes={attributes} />
    {hasVariants && <VariantEditor />}
  </Card>
));

/** `children` share the state of the variants. */
export const VariantsSection = ({ attributes, children }: Attributes & { children: ReactNode }) => {
  const state = useVariantsState(attributes.data);
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
