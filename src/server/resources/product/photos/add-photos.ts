import type { FailedRecord } from '#shared/bulk.ts';
import { type AddPhotosRequest, maxVariantImages } from '#shared/photos/photo-matches.ts';
import { type VariantInput, variantInputsSchema } from '#shared/product/variant.ts';
import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { asset } from '#shared/resources/asset.ts';
import { product } from '#shared/resources/product.ts';
import type { Row } from '../../../database/tables.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type ChangeOptions, runBulkTransaction } from '../../../records/bulk-transaction.ts';
import type { OperationsContext } from '../../../records/hooks.ts';
import { getFileInfos } from '../../../records/record-files.ts';
import { createRepository } from '../../../records/repository.ts';
import { groupBy } from '../../../records/stored-rows.ts';
import { notFoundError, writeMany } from '../../../records/write.ts';

export type AddPhotosOutcome = { added: number; changed: number; changeId: string | null; failed: FailedRecord[] };

type Photo = AddPhotosRequest['photos'][number];
type NewImage = { image: string; name: string; alt: string };

const changedMeanwhile = (name: string) =>
  new AppError('conflict', `The images of “${name}” have changed meanwhile. Check them and try again.`);

const toImage = (row: Row | undefined): NewImage => {
  if (row?.type !== 'image') throw new AppError('conflict', 'An image is no longer in the library');
  return {
    image: String(row.file),
    name: getFileInfos(row).file?.name ?? String(row.name),
    alt: String(row.alt),
  };
};

/** Puts a photo in the place of another one, or after the others. A variant has an image only once. */
const placeImage = (variant: VariantInput, added: NewImage, replaces: string | null): VariantInput => {
  const others = variant.imagesArr.filter(({ image }) => image !== added.image);
  if (replaces === null) {
    if (others.length < variant.imagesArr.length) return variant;
    if (others.length >= maxVariantImages)
      throw new AppError('conflict', `“${variant.name}” can have up to ${maxVariantImages} images`);
    return { ...variant, imagesArr: [...others, added] };
  }
  const at = others.findIndex(({ image }) => image === replaces);
  if (at < 0) throw changedMeanwhile(variant.name);
  return { ...variant, imagesArr: others.with(at, added) };
};

/** The values of a product with its new images. Nothing is replaced that the request doesn't name. */
const toValues = (row: Row, stored: unknown, photos: readonly (Photo & { added: NewImage })[]): Row => {
  const values: Row = {};
  let variants = stored === undefined ? [] : variantInputsSchema.parse(stored);
  for (const { variantId, replaces, added } of photos) {
    if (variantId === null) {
      const current = values.thumbnail ?? row.thumbnail ?? null;
      if (current !== replaces) throw changedMeanwhile(String(row.name));
      Object.assign(values, {
        thumbnail: added.image,
        thumbnailAlt: added.alt,
        files: { thumbnail: { name: added.name } },
      });
      continue;
    }
    const variant = variants.find(({ _id }) => _id === variantId);
    if (!variant) throw new AppError('conflict', `A variant of “${row.name}” no longer exists`);
    const changed = placeImage(variant, added, replaces);
    variants = variants.map((each) => (each === variant ? changed : each));
  }
  return photos.some(({ variantId }) => variantId !== null) ? { ...values, attributeArr: variants } : values;
};

/** Adds photos of the library to products and their variants as one change. Products that can't get theirs are reported. */
export const addPhotos = (
  outer: OperationsContext,
  { photos }: AddPhotosRequest,
  options: ChangeOptions<AddPhotosOutcome>,
): Promise<AddPhotosOutcome> =>
  runBulkTransaction(outer, options, async ({ write, context, inParts, applyToAll, failed }) => {
    const assets = new Map<string, Row>();
    const repository = createRepository(product, write.database);
    let [added, changed] = [0, 0];
    for await (const chunk of inParts(groupBy(photos, ({ productId }) => productId))) {
      const ids = chunk.flatMap(([photo]) => photo?.productId ?? []);
      const wanted = chunk.flat().map(({ assetId }) => assetId);
      for (const [id, row] of await createRepository(asset, write.database).findRowsById(wanted)) assets.set(id, row);
      const rows = await repository.findRowsById(ids, { forUpdate: true });
      const related = await context.getHooks(product.name).related?.read(write.database, ids);
      const toChange = (own: readonly Photo[]) => {
        const id = own[0]?.productId ?? '';
        const row = rows.get(id);
        if (!row) throw notFoundError(product);
        const withImages = own.map((photo) => ({ ...photo, added: toImage(assets.get(photo.assetId)) }));
        return { id, current: row, values: toValues(row, related?.get(id)?.attributeArr, withImages) };
      };
      const written = await applyToAll(chunk, {
        toRecord: ([photo]) => ({
          id: photo?.productId ?? '',
          label: String(rows.get(photo?.productId ?? '')?.name ?? ''),
        }),
        apply: async (some) => {
          await writeMany({ resource: product, context }, write, some.map(toChange));
          return some;
        },
      });
      changed += written.flat().length;
      added += written.flat(2).length;
    }
    return { added, changed, changeId: failed.length > 0 ? null : write.changeId, failed };
  });

export const describeAdded = ({ added, changed }: AddPhotosOutcome): string =>
  `${added.toLocaleString('en')} ${added === 1 ? 'image' : 'images'} added to ${formatCountInSentence(changed, product)}`;
