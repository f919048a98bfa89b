import { z } from 'zod';
import { formatCount } from '#shared/resource/words.ts';
import { takeFiles } from '../../../ui/files-underway.ts';
import { showNotice } from '../../../ui/toasts.tsx';
import { draggedImageType } from '../grid/grid-row.tsx';
import { addImages, moveImage } from '../sheet/image-edits.ts';
import { idOfImage } from '../sheet/image-source.ts';
import type { LocalImages } from '../sheet/local-images.ts';
import type { Variants } from '../sheet/use-variants.ts';
import { keyOf, type VariantSheet } from '../sheet/variant-sheet.ts';
import { droppedFiles } from './dropped-files.ts';

const draggedImage = z.object({ key: z.string(), image: z.string() });

/** The picture that was dragged from a variant, and where it was. */
const readDragged = (data: DataTransfer, { variants }: VariantSheet) => {
  const text = data.getData(draggedImageType);
  if (text === '') return null;
  const { key, image: id } = draggedImage.parse(JSON.parse(text));
  const from = variants.findIndex((draft) => keyOf(draft) === key);
  const image = variants[from]?.imagesArr.find((each) => idOfImage(each) === id);
  return image === undefined ? null : { from, image };
};

/** Takes what was dropped on a variant: a picture of another one, or files and folders, for all selected with it. */
export const dropOnVariants = async (
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
  const added = await images.add(await takeFiles(droppedFiles(data), () => true));
  if (added.length === 0) return;
  const indexes = selected.includes(index) ? selected : [index];
  change(
    `Add images to ${indexes.length > 1 ? formatCount(indexes.length, 'variant') : draft.name}`,
    (current) => addImages(current, indexes, added),
  );
  if (indexes.length > 1) showNotice(`Images added to ${formatCount(indexes.length, 'variant')}`);
};
