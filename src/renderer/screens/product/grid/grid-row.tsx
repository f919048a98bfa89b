// biome-ignore-all lint/a11y/useSemanticElements: table rows can't be positioned absolutely
// biome-ignore-all lint/a11y/useFocusableInteractive: only the grid's active cell is focusable
// biome-ignore-all lint/a11y/noStaticElementInteractions: a cell's role depends on its column
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: a cell's role depends on its column

import { Checkbox } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import type { DragEvent, MouseEvent, ReactNode } from 'react';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { formatFile, formatMoney } from '../../../ui/format.ts';
import { useImageSource } from '../../../ui/renditions.ts';
import { type ColumnName, columns } from '../sheet/columns.ts';
import { useVariants } from '../sheet/use-variants.ts';
import type { VariantErrors } from '../sheet/variant-errors.ts';
import { type EditableVariant, getImageId, getVariantKey } from '../sheet/variant-sheet.ts';
import { cellMessageId } from './use-grid.ts';
import classes from './variant-grid.module.css';

const maxImagesShown = 3;
/** In CSS pixels; thumbnails are cropped to half of it. */
const thumbnailWidth = 64;

export const variantImageMimeType = 'application/x-variant-image';

const ImagesCell = ({ variant }: { variant: EditableVariant }) => {
  const { getVariantImage } = useVariants();
  const toSource = useImageSource();
  const hiddenCount = variant.imagesArr.length - maxImagesShown;
  return (
    <>
      {variant.imagesArr.slice(0, maxImagesShown).map((image) => {
        const { src, info } = getVariantImage(image);
        return (
          <img
            key={getImageId(image)}
            {...toSource(src, thumbnailWidth)}
            alt=""
            title={info && formatFile(info)}
            className={classes.thumbnail}
            loading="lazy"
            draggable
            onDragStart={(event: DragEvent) => {
              const data = JSON.stringify({ key: getVariantKey(variant), image: getImageId(image) });
              event.dataTransfer.setData(variantImageMimeType, data);
              event.dataTransfer.effectAllowed = 'move';
            }}
          />
        );
      })}
      {hiddenCount > 0 && <span className="bo-tabular">{`+${hiddenCount}`}</span>}
      {variant.imagesArr.length === 0 && <IconPhotoPlus size="1.125rem" aria-hidden />}
    </>
  );
};

const cellContents: Record<ColumnName, (variant: EditableVariant) => ReactNode> = {
  name: (variant) => variant.name,
  productName: (variant) => variant.productName,
  sku: (variant) => variant.sku,
  price: (variant) => <span className="bo-tabular">{formatMoney(variant.price)}</span>,
  imagesArr: (variant) => <ImagesCell variant={variant} />,
  descriptionArr: ({ descriptionArr: { length } }) =>
    length === 0 ? 'Add features' : formatCount(length, 'feature'),
};

const buttonLabels = {
  imagesArr: (variant: EditableVariant) => `Images of ${variant.name}: ${variant.imagesArr.length}`,
  descriptionArr: (variant: EditableVariant) =>
    `Features of ${variant.name}: ${cellContents.descriptionArr(variant)}`,
};

export const GridRow = ({
  variant,
  row,
  activeColumn,
  isSelected,
  errors,
  editor,
  onCellClick,
  onEdit,
  onToggle,
  onDrop,
}: {
  variant: EditableVariant;
  row: number;
  /** Null if another row is active. */
  activeColumn: number | null;
  isSelected: boolean;
  errors: VariantErrors;
  /** Replaces the active cell during editing. */
  editor: ReactNode;
  onCellClick: (column: number, event: MouseEvent) => void;
  onEdit: (column: number) => void;
  onToggle: (event: MouseEvent) => void;
  onDrop: (data: DataTransfer) => void;
}) => (
  <div
    role="row"
    aria-rowindex={row + 2}
    aria-selected={isSelected}
    className={classes.row}
    onDragOver={(event) => {
      const { types } = event.dataTransfer;
      if (!types.includes('Files') && !types.includes(variantImageMimeType)) return;
      event.preventDefault();
      event.currentTarget.dataset.dragOver = 'true';
    }}
    onDragLeave={(event) => {
      delete event.currentTarget.dataset.dragOver;
    }}
    onDrop={(event) => {
      event.preventDefault();
      delete event.currentTarget.dataset.dragOver;
      onDrop(event.dataTransfer);
    }}
  >
    <div role="gridcell" aria-colindex={1} className={classes.checkboxCell}>
      <Checkbox
        tabIndex={-1}
        checked={isSelected}
        aria-label={`Select ${variant.name}`}
        onClick={onToggle}
        readOnly
      />
    </div>
    {columns.map(({ name, kind }, column) => {
      const isActive = activeColumn === column;
      const error = errors[name];
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells
        <div
          key={name}
          role={name === 'name' ? 'rowheader' : 'gridcell'}
          aria-colindex={column + 2}
          aria-invalid={error ? true : undefined}
          title={isActive ? undefined : error}
          aria-describedby={isActive && error ? cellMessageId : undefined}
          tabIndex={isActive && !editor ? 0 : -1}
          data-cell={isActive ? 'active' : undefined}
          data-kind={kind}
          className={classes.cell}
          onClick={(event) => onCellClick(column, event)}
          onDoubleClick={() => onEdit(column)}
        >
          {isActive && editor ? (
            editor
          ) : name === 'imagesArr' || name === 'descriptionArr' ? (
            <button
              type="button"
              tabIndex={-1}
              className={classes.panelButton}
              aria-label={buttonLabels[name](variant)}
              onClick={() => onEdit(column)}
            >
              {cellContents[name](variant)}
            </button>
          ) : (
            <span className={classes.text}>{cellContents[name](variant)}</span>
          )}
        </div>
      );
    })}
  </div>
);
