import type { HTMLAttributes, Ref } from 'react';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { DataGrid, type GridHandle } from '../../../ui/grid/data-grid.tsx';
import { showPasteErrors } from '../../../ui/grid/paste-cells.ts';
import type { Grid } from '../../../ui/grid/use-grid.ts';
import { columns, getCellText, getEmptyCell, parseCell } from '../sheet/columns.ts';
import { useVariants } from '../sheet/use-variants.ts';
import { type EditableVariant, getVariantKey, updateVariants } from '../sheet/variant-sheet.ts';
import { pasteTable } from './paste.ts';
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

const getColumn = (name: string) => columns.find((column) => column.name === name) ?? columns[0];

/** The grid of the variants, whose images can be dropped onto its rows. */
export const VariantGrid = ({
  grid,
  onOpenPanel,
  onDrop,
  onReplace,
  onFillDown,
  ref,
}: {
  grid: Grid;
  onOpenPanel: (key: string) => void;
  onDrop: (index: number, data: DataTransfer) => void;
  onReplace: () => void;
  onFillDown: () => void;
  ref?: Ref<GridHandle>;
}) => {
  const { sheet, cellError, change, undo, redo, isReadOnly, getErrors } = useVariants();
  const commit = (index: number, columnName: string, text: string): string | null => {
    const variant = sheet.variants[index];
    const { name, label } = getColumn(columnName);
    if (!variant) return null;
    const parsed = parseCell(variant, name, text);
    if ('error' in parsed) return String(parsed.error);
    const isSame = getCellText({ ...variant, ...parsed }, name) === getCellText(variant, name);
    change(`Edit ${label} of ${variant.name}`, (current) =>
      updateVariants(current, [index], () => (isSame ? null : parsed)),
    );
    return null;
  };
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
      getText={(variant, name) => getCellText(variant, getColumn(name).name)}
      getRowProps={(index) => getDropProps((data) => onDrop(index, data))}
      replace={onReplace}
      fillDown={onFillDown}
      onOpenPanel={(variant) => onOpenPanel(getVariantKey(variant))}
      onCommit={({ index, column }, text) => commit(index, column, text)}
      onClear={(columnName) => {
        const { name, label } = getColumn(columnName);
        change(`Clear ${label}`, (current) => updateVariants(current, grid.targets, () => getEmptyCell(name)));
      }}
      onPaste={(paste) => {
        const pasted = pasteTable({ sheet, ...paste });
        change(`Paste ${formatCount(pasted.cellCount, 'cell')}`, pasted.edit);
        showPasteErrors(pasted.errors);
      }}
    />
  );
};
