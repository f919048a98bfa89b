import { IconPhotoPlus } from '@tabler/icons-react';
import { productVariant } from '#shared/product/variant.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { createFieldColumn } from '../../../resource-kit/sheet/field-column.tsx';
import { SwatchDot } from '../../../resource-kit/swatch.tsx';
import { formatAmount, formatFile, useMoney } from '../../../ui/format.ts';
import type { GridColumn } from '../../../ui/grid/grid-changes.ts';
import { useImageSource } from '../../../ui/renditions.ts';
import { useVariants } from './use-variants.ts';
import classes from './variant-columns.module.css';
import {
  describeImage,
  type EditableVariant,
  getImageId,
  getVariantKey,
  getVariantTitle,
  parseFeatureLines,
} from './variant-sheet.ts';

/** In CSS pixels; thumbnails are cropped to half of it. */
const thumbnailWidth = 56;

export const variantImageMimeType = 'application/x-variant-image';

const ImagesCell = ({ variant }: { variant: EditableVariant }) => {
  const toSource = useImageSource();
  const [image] = variant.imagesArr;
  if (!image) return <IconPhotoPlus size="1.125rem" aria-hidden />;
  const { src, info } = describeImage(image);
  return (
    <>
      <img
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
      <span className={classes.count}>{variant.imagesArr.length}</span>
    </>
  );
};

const NameCell = ({ variant }: { variant: EditableVariant }) => {
  const { valuesById } = useVariants();
  return (
    <span className={classes.name}>
      {variant.attributeValueArr.map(({ attributeValueId }) => (
        <SwatchDot key={attributeValueId} value={valuesById.get(attributeValueId)} />
      ))}
      <span>{getVariantTitle(variant)}</span>
    </span>
  );
};

type VariantColumn = GridColumn<EditableVariant>;

const fieldColumn = (name: keyof typeof productVariant.fields, track: string): VariantColumn => ({
  ...createFieldColumn<EditableVariant>(productVariant, name),
  track,
});

const price = fieldColumn('price', '7rem');

const describeFeatures = ({ descriptionArr: { length } }: EditableVariant): string =>
  length === 0 ? 'Add features' : formatCount(length, 'feature');

const nameColumn: VariantColumn = {
  ...fieldColumn('name', 'minmax(12rem, 2fr)'),
  label: 'Variant',
  isRowHeader: true,
  render: (variant) => <NameCell variant={variant} />,
};

export const variantColumns: readonly VariantColumn[] = [
  {
    name: 'imagesArr',
    label: 'Images',
    track: '4.75rem',
    render: (variant) => <ImagesCell variant={variant} />,
    getPanelLabel: (variant) => `Images of ${getVariantTitle(variant)}: ${variant.imagesArr.length}`,
    getText: () => '',
    parse: () => ({ error: 'You can’t paste text as an image' }),
    getEmpty: () => ({ imagesArr: [] }),
  },
  nameColumn,
  { ...fieldColumn('sku', 'minmax(11rem, 1fr)'), label: 'SKU' },
  {
    ...price,
    getUnit: () => useMoney.getState().symbol,
    render: (variant) => <span className="bo-tabular">{formatAmount(variant.price)}</span>,
    parse: (variant, text, choice) =>
      text.trim() === '' ? { error: 'Enter a price such as 9.90' } : price.parse(variant, text, choice),
    getEmpty: () => ({ price: 0 }),
  },
  {
    name: 'descriptionArr',
    label: 'Features',
    track: '6.75rem',
    isNumeric: true,
    render: (variant) => variant.descriptionArr.length || describeFeatures(variant),
    getPanelLabel: (variant) => `Features of ${getVariantTitle(variant)}: ${describeFeatures(variant)}`,
    getText: ({ descriptionArr }) => descriptionArr.join('\n'),
    parse: (_variant, text) => ({ descriptionArr: parseFeatureLines(text) }),
    getEmpty: () => ({ descriptionArr: [] }),
  },
];

/** Hidden at first, as most products leave them empty. */
export const optionalColumns: readonly VariantColumn[] = [
  fieldColumn('productName', 'minmax(12rem, 2fr)'),
  fieldColumn('gtin', '10rem'),
];

/** The column of a name; the first one for an unknown name. */
export const getVariantColumn = (name: string): VariantColumn =>
  [...variantColumns, ...optionalColumns].find((column) => column.name === name) ?? nameColumn;
