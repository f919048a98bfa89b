import { maxVariantImages, type PhotoTarget } from './photo-matches.ts';

export type PhotoToPlace = {
  id: string;
  path: string;
  file: string;
  order: number | null;
  target: PhotoTarget | undefined;
  isSure: boolean;
  /** The user's decision, if there is one. */
  isChosen?: boolean | undefined;
  /** The stored file in whose place the user puts the photo; null to add it. */
  replaces?: string | null | undefined;
};

/** The image that a photo becomes. With a `problem`, it can't be added there. */
export type PhotoPlace = { isChosen: boolean; replaces: string | null; text: string; problem: string | null };

const { compare } = new Intl.Collator('en', { numeric: true });

const inOrder = (one: PhotoToPlace, other: PhotoToPlace): number =>
  Number(other.isSure) - Number(one.isSure) ||
  (one.order ?? Number.POSITIVE_INFINITY) - (other.order ?? Number.POSITIVE_INFINITY) ||
  compare(one.path, other.path);

const misplaced = (problem: string): PhotoPlace => ({ isChosen: false, replaces: null, text: '', problem });

/** A product without variants has one image. */
const placeOnProduct = (
  { isChosen, isSure }: PhotoToPlace,
  { images, variantCount }: PhotoTarget,
  taken: number,
): PhotoPlace => {
  if (taken > 0 && !isChosen)
    return misplaced(variantCount > 0 ? 'Enter the SKU of a variant' : 'A product without variants has one image');
  const [current = null] = images;
  return {
    isChosen: isChosen ?? (isSure && current === null),
    replaces: current,
    text: current === null ? 'Product image' : 'Replaces the product image',
    problem: null,
  };
};

const placeOnVariant = (photo: PhotoToPlace, { images }: PhotoTarget, taken: number): PhotoPlace => {
  const replaces = photo.replaces ?? null;
  const position = replaces === null ? images.length + taken : images.indexOf(replaces);
  if (position >= maxVariantImages) return misplaced(`A variant has up to ${maxVariantImages} images`);
  const text = `${replaces === null ? 'Added as' : 'Replaces'} image ${position + 1}`;
  return { isChosen: photo.isChosen ?? photo.isSure, replaces, text, problem: null };
};

const toTargetKey = ({ productId, variantId }: PhotoTarget): string => `${productId} ${variantId ?? ''}`;

/**
 * Places photos on their products and variants, those of one in the order of their numbers. Only those are chosen from the
 * start that are sure and replace nothing.
 */
export const placePhotos = (photos: readonly PhotoToPlace[]): Map<string, PhotoPlace> => {
  const places = new Map<string, PhotoPlace>();
  const groups = new Map<string, PhotoToPlace[]>();
  for (const photo of photos) {
    const { target } = photo;
    if (!target) places.set(photo.id, misplaced(''));
    else if (target.images.includes(photo.file)) places.set(photo.id, misplaced('It has this image already'));
    else groups.set(toTargetKey(target), [...(groups.get(toTargetKey(target)) ?? []), photo]);
  }
  for (const group of groups.values()) {
    let taken = 0;
    const files = new Set<string>();
    for (const photo of group.sort(inOrder)) {
      const { target } = photo;
      if (!target) continue;
      const place = files.has(photo.file)
        ? misplaced('The same file is in this list twice')
        : (target.variantId === null ? placeOnProduct : placeOnVariant)(photo, target, taken);
      places.set(photo.id, place);
      if (place.isChosen) files.add(photo.file);
      if (place.isChosen && (target.variantId === null || place.replaces === null)) taken += 1;
    }
  }
  return places;
};

/** The order in which chosen photos are added. */
export const sortForImport = <Photo extends PhotoToPlace>(photos: readonly Photo[]): Photo[] =>
  photos.toSorted(inOrder);
