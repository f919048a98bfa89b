import type { FileResult } from '#shared/ipc-schemas.ts';
import { formatList } from '#shared/resource/labels.ts';
import type { LocalFile } from '../../platform/index.ts';
import { type GalleryName, galleryFields } from './gallery-fields.ts';

/** Assigns images to free slots in order, starting at `from`; to all free slots if too few follow it. */
export const fillGallery = (
  results: readonly FileResult[],
  { from, isFree }: { from: GalleryName; isFree: (name: GalleryName) => boolean },
): { placed: { name: GalleryName; file: LocalFile }[]; refused: LocalFile[]; problems: string[] } => {
  const free = galleryFields.filter(isFree);
  const freeFrom = free.filter((name) => galleryFields.indexOf(name) >= galleryFields.indexOf(from));
  const files = results.flatMap((result) => ('file' in result ? [result.file] : []));
  const places = freeFrom.length < files.length ? free : freeFrom;
  const placed = places.flatMap((name, index) => {
    const file = files[index];
    return file ? [{ name, file }] : [];
  });
  const refused = files.slice(placed.length);
  const problems = results.flatMap((result) => ('problem' in result ? [result.problem] : []));
  if (refused.length > 0) {
    problems.push(
      `A gallery holds ${galleryFields.length} images. ${formatList(refused.map(({ name }) => name))} ${refused.length === 1 ? 'wasn’t' : 'weren’t'} added.`,
    );
  }
  return { placed, refused, problems };
};
