import type { HTMLAttributes, Ref } from 'react';
import { DataGrid, type GridHandle } from '../../../ui/grid/data-grid.tsx';
import type { Grid } from '../../../ui/grid/use-grid.ts';
import { useVariants } from '../sheet/use-variants.ts';
import { applyGridChanges, type EditableVariant, getVariantKey } from '../sheet/variant-sheet.ts';
import { variantColumns, variantImageMimeType } from './variant-columns.tsx';

const getDropProps = (onDrop: (data: DataTransfer) => void): HTMLAttributes<HTMLElement> => ({
  onDragOver: (event) => {
    const { types } = event.dataTransfer;
    if (!['Files', 'text/uri-list', variantImageMimeType].some((type) => types.includes(type))) return;
    event.preventDefault();
    event.currentTarget.dataset.dragOver = 'true';
  },
  onDragLeave: (event) => {
    delete event.currentTarget.dataset.dragOver;
  },
  onDrop: (event) => {
    event.preventDefault();
    delete event.currentTarget.dataset.dragOver;
    onDrop(event.dataTransfer);
  },
});

/** The grid of the variants, whose images can be dropped onto its rows. */
export const VariantGrid = ({
  grid,
  onOpenPanel,
  onDrop,
  onReplace,
  ref,
}: {
  grid: Grid;
  onOpenPanel: (key: string) => void;
  onDrop: (index: number, data: DataTransfer) => void;
  onReplace: () => void;
  ref?: Ref<GridHandle>;
}) => {
  const { sheet, cellError, change, undo, redo, isReadOnly, getErrors } = useVariants();
  return (
    <DataGrid<EditableVariant>
      grid={grid}
      ref={ref}
      cellError={cellError}
      undo={undo}
      redo={redo}
      isReadOnly={isReadOnly}
      getErrors={getErrors}
      label="Variants"
      emptyText="No variants match"
      columns={variantColumns}
      rows={sheet.variants}
      getKey={getVariantKey}
      getTitle={({ name }) => name}
      getRowProps={(index) => getDropProps((data) => onDrop(index, data))}
      replace={onReplace}
      onOpenPanel={(variant) => onOpenPanel(getVariantKey(variant))}
      onChange={(label, changes) => change(label, (current) => applyGridChanges(current, changes))}
    />
  );
};
