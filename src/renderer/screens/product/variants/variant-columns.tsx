import { IconPhotoPlus } from '@tabler/icons-react';
import type { DragEvent, HTMLAttributes } from 'react';
import { productVariant } from '#shared/product/variant.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { createFieldColumn } from '../../../resource-kit/sheet/field-column.tsx';
import { formatAmount, formatFile } from '../../../ui/format.ts';
import type { GridColumn } from '../../../ui/grid/grid-changes.ts';
import { useImageSource } from '../../../ui/renditions.ts';
import classes from './variant-columns.module.css';
import { describeImage, type EditableVariant, getImageId, getVariantKey, parseFeatureLines } from './variant-sheet.ts';

const maxImagesShown = 3;
/** In CSS pixels; thumbnails are cropped to half of it. */
const thumbnailWidth = 64;

export const variantImageMimeType = 'application/x-variant-image';

const ImagesCell = ({ variant }: { variant: EditableVariant }) => {
  const toSource = useImageSource();
  const hiddenCount = variant.imagesArr.length - maxImagesShown;
  return (
    <>
      {variant.imagesArr.slice(0, maxImagesShown).map((image) => {
        const { src, info } = describeImage(image);
        return (
          <img
            key={getImageId(image)}
            {...toSource(src, thumbnailWidth)}
            alt=""
            title={info && formatFile(info)}
            className={classes.thumbnail}
            loading="lazy"
            draggable
            onDragStart={({ dataTransfer }) => {
              const data = JSON.stringify({ key: getVariantKey(variant), image: getImageId(image) });
              dataTransfer.setData(variantImageMimeType, data);
              dataTransfer.effectAllowed = 'move';
            }}
          />
        );
      })}
      {hiddenCount > 0 && <span className="bo-tabular">{`+${hiddenCount}`}</span>}
      {variant.imagesArr.length === 0 && <IconPhotoPlus size="1.125rem" aria-hidden />}
    </>
  );
};

type VariantColumn = GridColumn<EditableVariant>;

const fieldColumn = (name: keyof typeof productVariant.fields, track: string): VariantColumn => ({
  ...createFieldColumn<EditableVariant>(productVariant, name),
  track,
});

const price = fieldColumn('price', '6.5rem');

const describeFeatures = ({ descriptionArr: { length } }: EditableVariant): string =>
  length === 0 ? 'Add features' : formatCount(length, 'feature');

const nameColumn: VariantColumn = { ...fieldColumn('name', 'minmax(7rem, 1.3fr)'), isRowHeader: true };

export const variantColumns: readonly VariantColumn[] = [
  nameColumn,
  fieldColumn('productName', 'minmax(7rem, 1.5fr)'),
  fieldColumn('sku', 'minmax(7rem, 1.3fr)'),
  {
    ...price,
    render: (variant) => <span className="bo-tabular">{formatAmount(variant.price)}</span>,
    parse: (variant, text, choice) =>
      text.trim() === '' ? { error: 'Enter a price such as 9.90' } : price.parse(variant, text, choice),
    getEmpty: () => ({ price: 0 }),
  },
  {
    name: 'imagesArr',
    label: 'Images',
    track: '9rem',
    render: (variant) => <ImagesCell variant={variant} />,
    getPanelLabel: ({ name, imagesArr }) => `Images of ${name}: ${imagesArr.length}`,
    getText: () => '',
    parse: () => ({ error: 'You can’t paste text as an image' }),
    getEmpty: () => ({ imagesArr: [] }),
  },
  {
    name: 'descriptionArr',
    label: 'Features',
    track: '7rem',
    render: describeFeatures,
    getPanelLabel: (variant) => `Features of ${variant.name}: ${describeFeatures(variant)}`,
    getText: ({ descriptionArr }) => descriptionArr.join('\n'),
    parse: (_variant, text) => ({ descriptionArr: parseFeatureLines(text) }),
    getEmpty: () => ({ descriptionArr: [] }),
  },
];

/** The column of a name; the first one for an unknown name. */
export const getVariantColumn = (name: string): VariantColumn =>
  variantColumns.find((column) => column.name === name) ?? nameColumn;

/** Lets images be dropped onto a row. */
export const getDropProps = (onDrop: (event: DragEvent) => void): HTMLAttributes<HTMLElement> => ({
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
    onDrop(event);
  },
});
