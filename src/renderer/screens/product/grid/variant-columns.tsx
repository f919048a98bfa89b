import { IconPhotoPlus } from '@tabler/icons-react';
import type { DragEvent, ReactNode } from 'react';
import { productVariant } from '#shared/product/variant.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { getEditing } from '../../../resource-kit/kinds/inputs.tsx';
import { formatFile, formatMoney } from '../../../ui/format.ts';
import type { GridColumn } from '../../../ui/grid/grid-column.ts';
import { useImageSource } from '../../../ui/renditions.ts';
import { type ColumnName, columns } from '../sheet/columns.ts';
import { useVariants } from '../sheet/use-variants.ts';
import { type EditableVariant, getImageId, getVariantKey } from '../sheet/variant-sheet.ts';
import classes from './variant-grid.module.css';

const { price } = productVariant.fields;

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
  descriptionArr: ({ descriptionArr: { length } }) => (length === 0 ? 'Add features' : formatCount(length, 'feature')),
};

const panelLabels: Partial<Record<ColumnName, (variant: EditableVariant) => string>> = {
  imagesArr: (variant) => `Images of ${variant.name}: ${variant.imagesArr.length}`,
  descriptionArr: (variant) => `Features of ${variant.name}: ${cellContents.descriptionArr(variant)}`,
};

const tracks: Record<ColumnName, string> = {
  name: 'minmax(7rem, 1.3fr)',
  productName: 'minmax(7rem, 1.5fr)',
  sku: 'minmax(7rem, 1.3fr)',
  price: '6.5rem',
  imagesArr: '9rem',
  descriptionArr: '7rem',
};

export const variantColumns: readonly GridColumn<EditableVariant>[] = columns.map(({ name, label, kind }) => ({
  name,
  label,
  track: tracks[name],
  render: cellContents[name],
  isNumeric: kind === 'price',
  clarify:
    kind === 'price' ? (texts) => getEditing(price).clarify?.(price, texts) ?? Promise.resolve(texts) : undefined,
  isRowHeader: name === 'name',
  getPanelLabel: panelLabels[name],
}));
