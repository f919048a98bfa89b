// biome-ignore-all lint/a11y/useSemanticElements: table rows can't be positioned absolutely
// biome-ignore-all lint/a11y/useFocusableInteractive: only the grid's active cell is focusable

import { Checkbox } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import type { DragEvent, MouseEvent, ReactNode } from 'react';
import { formatCount } from '#shared/resource/labels.ts';
import { formatFile, formatMoney } from '../../../ui/format.ts';
import { columns } from '../sheet/columns.ts';
import { useVariants } from '../sheet/use-variants.ts';
import type { VariantErrors } from '../sheet/variant-errors.ts';
import { type Draft, getImageId, getVariantKey } from '../sheet/variant-sheet.ts';
import classes from './variant-grid.module.css';

const shownImages = 3;

export const variantImageMimeType = 'application/x-variant-image';

const ImagesCell = ({ draft }: { draft: Draft }) => {
  const { pictureOf } = useVariants();
  const more = draft.imagesArr.length - shownImages;
  return (
    <>
      {draft.imagesArr.slice(0, shownImages).map((image) => {
        const { src, info } = pictureOf(image);
        return (
          <img
            key={getImageId(image)}
            src={src}
            alt=""
            title={info && formatFile(info)}
            className={classes.picture}
            loading="lazy"
            draggable
            onDragStart={(event: DragEvent) => {
              const data = JSON.stringify({ key: getVariantKey(draft), image: getImageId(image) });
              event.dataTransfer.setData(variantImageMimeType, data);
              event.dataTransfer.effectAllowed = 'move';
            }}
          />
        );
      })}
      {more > 0 && <span className="bo-tabular">{`+${more}`}</span>}
      {draft.imagesArr.length === 0 && <IconPhotoPlus size="1.125rem" stroke={1.5} aria-hidden />}
    </>
  );
};

const countOf = (count: number, noun: string) => (count === 0 ? `Add ${noun}s` : formatCount(count, noun));

const contents: Record<(typeof columns)[number]['name'], (draft: Draft) => ReactNode> = {
  name: (draft) => draft.name,
  productName: (draft) => draft.productName,
  sku: (draft) => draft.sku,
  price: (draft) => <span className="bo-tabular">{formatMoney(draft.price)}</span>,
  imagesArr: (draft) => <ImagesCell draft={draft} />,
  descriptionArr: (draft) => countOf(draft.descriptionArr.length, 'feature'),
};

const buttonLabels = {
  imagesArr: (draft: Draft) => `Images of ${draft.name}: ${draft.imagesArr.length}`,
  descriptionArr: (draft: Draft) => `Features of ${draft.name}: ${contents.descriptionArr(draft)}`,
};

export const GridRow = ({
  draft,
  row,
  activeColumn,
  isSelected,
  problems,
  editor,
  onCell,
  onEdit,
  onToggle,
  onDrop,
}: {
  draft: Draft;
  row: number;
  /** Null if another row is active. */
  activeColumn: number | null;
  isSelected: boolean;
  problems: VariantErrors;
  /** Replaces the active cell during editing. */
  editor: ReactNode;
  onCell: (column: number, event: MouseEvent) => void;
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
      event.currentTarget.dataset.dropping = 'true';
    }}
    onDragLeave={(event) => {
      delete event.currentTarget.dataset.dropping;
    }}
    onDrop={(event) => {
      event.preventDefault();
      delete event.currentTarget.dataset.dropping;
      onDrop(event.dataTransfer);
    }}
  >
    <div role="gridcell" className={classes.check}>
      <Checkbox
        tabIndex={-1}
        checked={isSelected}
        aria-label={`Select ${draft.name}`}
        onClick={onToggle}
        readOnly
      />
    </div>
    {columns.map(({ name, label, kind }, column) => {
      const isActive = activeColumn === column;
      const problem = problems[name];
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all its cells
        <div
          key={name}
          role="gridcell"
          aria-colindex={column + 2}
          aria-invalid={problem ? true : undefined}
          title={problem}
          tabIndex={isActive && !editor ? 0 : -1}
          data-cell={isActive ? 'active' : undefined}
          data-kind={kind}
          className={classes.cell}
          onClick={(event) => onCell(column, event)}
          onDoubleClick={() => onEdit(column)}
        >
          {isActive && editor ? (
            editor
          ) : name === 'imagesArr' || name === 'descriptionArr' ? (
            <button
              type="button"
              tabIndex={-1}
              className={classes.open}
              aria-label={buttonLabels[name](draft)}
              onClick={() => onEdit(column)}
            >
              {contents[name](draft)}
            </button>
          ) : (
            <span className={classes.text}>{contents[name](draft)}</span>
          )}
          {problem && <span className="bo-visually-hidden">{`${label}: ${problem}`}</span>}
        </div>
      );
    })}
  </div>
);
