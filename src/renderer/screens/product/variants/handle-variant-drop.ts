import { z } from 'zod';
import { formatCount } from '#shared/resource/labels.ts';
import { trackPendingFiles } from '../../../ui/pending-files.ts';
import { showInfo } from '../../../ui/toasts.tsx';
import { variantImageMimeType } from '../grid/grid-row.tsx';
import { addImages, moveImage } from '../sheet/image-edits.ts';
import { getImageId } from '../sheet/image-source.ts';
import type { LocalImages } from '../sheet/local-images.ts';
import type { Variants } from '../sheet/use-variants.ts';
import { getVariantKey, type VariantSheet } from '../sheet/variant-sheet.ts';
import { readDroppedFiles } from './read-dropped-files.ts';

const draggedImage = z.object({ key: z.string(), image: z.string() });

const readDragged = (data: DataTransfer, { variants }: VariantSheet) => {
  const text = data.getData(variantImageMimeType);
  if (text === '') return null;
  const { key, image: id } = draggedImage.parse(JSON.parse(text));
  const from = variants.findIndex((draft) => getVariantKey(draft) === key);
  const image = variants[from]?.imagesArr.find((each) => getImageId(each) === id);
  return image === undefined ? null : { from, image };
};

/** Moves a dragged image to the variant. Adds dropped files to it, and to all selected variants if it is selected. */
export const handleVariantDrop = async (
  data: DataTransfer,
  {
    index,
    selected,
    sheet,
    images,
    change,
  }: { index: number; selected: readonly number[]; sheet: VariantSheet; images: LocalImages } & Pick<
    Variants,
    'change'
  >,
): Promise<void> => {
  const draft = sheet.variants[index];
  if (!draft) return;
  const dragged = readDragged(data, sheet);
  if (dragged) {
    change(`Move image to ${draft.name}`, (current) => moveImage(current, { ...dragged, to: index }));
    return;
  }
  const added = await images.add(await trackPendingFiles(readDroppedFiles(data), () => true));
  if (added.length === 0) return;
  const indexes = selected.includes(index) ? selected : [index];
  change(
    `Add images to ${indexes.length > 1 ? formatCount(indexes.length, 'variant') : draft.name}`,
    (current) => addImages(current, indexes, added),
  );
  if (indexes.length > 1) showInfo(`Images added to ${formatCount(indexes.length, 'variant')}`);
};
