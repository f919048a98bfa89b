import { Badge, Card, Group, Pagination, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { z } from 'zod';
import type { AnyRecord, RecordOf } from '#shared/resource-kit/define-resource.ts';
import { toImgAlt } from '#shared/resource-kit/fields.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { uploadPath } from '#shared/urls.ts';
import { useRecord } from '../../resource-kit/hooks.ts';
import { type InlineChange, saveInline } from '../../resource-kit/inline/inline-save.ts';
import { InlineValue } from '../../resource-kit/inline/inline-value.tsx';
import { useShowWaiting } from '../../resource-kit/inline/waiting-values.ts';
import { AltCaption } from '../../resource-kit/kinds/file.tsx';
import { usePhotoDrop } from '../../resource-kit/library/photo-drop.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { useCan } from '../../resource-kit/session-store.ts';
import { SwatchDot, useAttributeValues } from '../../resource-kit/swatch.tsx';
import { ViewPage } from '../../resource-kit/view-page.tsx';
import { FileCaption } from '../../ui/file-caption.tsx';
import { formatAmount, formatMoney } from '../../ui/format.ts';
import { NoImage, openImagePreview, Thumbnail } from '../../ui/image-preview.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { getProductImages } from './product-image.ts';
import classes from './product-view.module.css';
import { readVariantPrices } from './variant-prices.ts';
import { getVariantTitle } from './variants/variant-sheet.ts';

const pageSize = 20;

/** Without the new ones of a waiting change. */
const storedImagesSchema = z
  .array(
    z.object({ image: z.string(), name: z.string().optional(), alt: z.string().optional() }).nullable().catch(null),
  )
  .catch([])
  .transform((images) => images.filter((image) => image !== null));

/** Shown parts of a variant, some of which a server that follows only the specification may leave out. */
const variantsSchema = z
  .array(
    z.object({
      name: z.string(),
      sku: z.string().catch(''),
      price: z.number().nullable().catch(null),
      attributeValueArr: z
        .array(
          z.object({
            attributeId: z.string(),
            attributeName: z.string(),
            attributeValueId: z.string(),
            attributeValueName: z.string(),
          }),
        )
        .catch([]),
      imagesArr: storedImagesSchema,
    }),
  )
  .catch([]);

type Variant = z.infer<typeof variantsSchema>[number];

/** The price of a variant, which is saved with the other variants of its product. */
const VariantPrice = ({ record, variant }: { record: AnyRecord; variant: Variant }) => {
  const { name, price } = variant;
  const title = `${String(record.name)}, ${name}`;
  const save = ({ values }: InlineChange) => {
    if (typeof values.price !== 'number') throw new Error('Enter a price');
    const stored = Array.isArray(record.attributeArr) ? (record.attributeArr as Variant[]) : [];
    const attributeArr = stored.map((one) => (one.name === name ? { ...one, price: values.price } : one));
    const toText = (shown: number | null) => `Price of ${title} set to ${formatMoney(shown)}`;
    const texts = { done: toText(values.price), undone: toText(price) };
    return saveInline(product, { record, values: { attributeArr } }, { texts });
  };
  return (
    <InlineValue
      resource={product}
      name="price"
      record={{ ...record, name: title, price }}
      onSave={async (change) => save(change)}
    >
      {formatMoney(price)}
    </InlineValue>
  );
};

/** The name with the swatches of its values. */
const VariantName = ({ variant }: { variant: Variant }) => {
  const values = useAttributeValues();
  return (
    <Group component="span" gap={8} wrap="nowrap">
      {variant.attributeValueArr.map(({ attributeValueId }) => (
        <SwatchDot key={attributeValueId} value={values.get(attributeValueId)} />
      ))}
      {getVariantTitle(variant)}
    </Group>
  );
};

/** The variants of a product, a page at a time. */
const VariantRows = ({ record, variants }: { record: AnyRecord; variants: readonly Variant[] }) => {
  const can = useCan(product.name);
  const [page, setPage] = useState(1);
  const pageCount = Math.ceil(variants.length / pageSize);
  const { sku, price } = product.fields;
  return (
    <>
      <PlainTable
        label="Variants"
        className={classes.table}
        columns={[
          { title: 'Image', className: classes.image },
          'Variant',
          sku.label,
          { title: price.label, className: classes.price },
        ]}
      >
        {variants.slice((page - 1) * pageSize, page * pageSize).map((variant) => {
          const images = variant.imagesArr.map((image, index) => ({
            src: uploadPath(image.image, image.name),
            label: `Image ${index + 1} of ${variant.name}`,
            alt: toImgAlt(image.alt),
          }));
          const [image] = images;
          return (
            <tr key={variant.name}>
              <td>{image ? <Thumbnail image={image} getGallery={() => images} /> : <NoImage />}</td>
              <th scope="row">
                <VariantName variant={variant} />
              </th>
              <td>{variant.sku}</td>
              <td className={`${classes.price} bo-tabular`}>
                {can('update') ? <VariantPrice record={record} variant={variant} /> : formatMoney(variant.price)}
              </td>
            </tr>
          );
        })}
      </PlainTable>
      {pageCount > 1 && (
        <Group component="nav" justify="flex-end" mt="sm" aria-label="Pages of variants">
          <Pagination total={pageCount} value={page} onChange={setPage} />
        </Group>
      )}
    </>
  );
};

const readVariants = (record: AnyRecord): Variant[] => variantsSchema.parse(record.attributeArr);

export const VariantTable = ({ record }: { record: AnyRecord }) => {
  const variants = readVariants(record);
  if (variants.length === 0) return null;
  return (
    <Card mt="md" className={classes.card}>
      <Group gap="xs" mb="sm">
        <Title order={2}>Variants</Title>
        <Badge className="bo-tabular">{variants.length.toLocaleString('en')}</Badge>
      </Group>
      <VariantRows record={record} variants={variants} />
    </Card>
  );
};

/** The variants of a product in the list, which has only their number. */
export const ExpandedVariants = ({ id, count }: { id: string; count: number }) => {
  const query = useRecord(product, id);
  const showWaiting = useShowWaiting(product);
  if (query.isLoadingError) return <QueryError query={query} />;
  const record = query.data && showWaiting(query.data);
  if (record) return <VariantRows record={record} variants={readVariants(record)} />;
  return (
    <Stack gap={8} aria-busy>
      {[...Array(Math.min(count, 4)).keys()].map((row) => (
        <Skeleton key={row} height={36} />
      ))}
    </Stack>
  );
};

const maxSmallImages = 4;

const ProductImages = ({ record }: { record: RecordOf<typeof product> }) => {
  const images = getProductImages(record);
  const [first] = images;
  if (!first) return <NoImage />;
  const gallery = images.map(({ src, alt }, index) => ({
    src,
    alt,
    label: `Image ${index === 0 ? '' : `${index + 1} `}of ${record.name}`,
  }));
  const smallCount = gallery.length - 1 > maxSmallImages ? maxSmallImages - 1 : maxSmallImages;
  const hiddenCount = gallery.length - 1 - smallCount;
  return (
    <div className={classes.gallery}>
      <Thumbnail
        image={{ src: first.src, alt: first.alt, label: `Image of ${record.name}` }}
        getGallery={() => gallery}
        shape="gallery"
      />
      <FileCaption info={first.info} />
      <AltCaption alt={record.thumbnail && record.thumbnailAlt} />
      {gallery.length > 1 && (
        <Group gap={8} mt={8}>
          {gallery.slice(1, 1 + smallCount).map((image) => (
            <Thumbnail key={image.src} image={image} getGallery={() => gallery} />
          ))}
          {hiddenCount > 0 && (
            <UnstyledButton
              className={classes.more}
              aria-label={`Open ${formatCount(hiddenCount, 'more image')}`}
              onClick={() => openImagePreview(gallery, 1 + smallCount)}
            >
              {`+${hiddenCount}`}
            </UnstyledButton>
          )}
        </Group>
      )}
    </div>
  );
};

/** Shows the range of the variants’ prices in place of the product’s price. */
const showVariantPrices = (record: AnyRecord) => {
  const prices = readVariantPrices(record);
  if (!prices) return undefined;
  const { lowest, highest } = prices;
  return (
    <span className="bo-tabular">
      {formatMoney(lowest)}
      {lowest !== highest && ` – ${formatAmount(highest)}`}
      <Text span inherit c="dimmed">
        {' by variant'}
      </Text>
    </span>
  );
};

export const ProductView = () => {
  usePhotoDrop(useParams().id);
  return (
    <ViewPage
      resource={product}
      parent="categoryId"
      values={[
        { name: 'name', label: 'Name' },
        { name: 'sku', isExtra: true },
        { name: 'price', render: showVariantPrices },
        { name: 'categoryId', isExtra: true },
        { name: 'subCategoryId', isExtra: true },
        { name: 'materialType', isExtra: true },
        { name: 'isBestSeller', isExtra: true },
        { name: 'status', isSwitch: true },
        'description',
        { name: 'specification', isExtra: true },
        { name: 'thumbnail', label: 'Image', render: (record) => <ProductImages record={record} /> },
      ]}
    >
      {(record) => <VariantTable record={record} />}
    </ViewPage>
  );
};
