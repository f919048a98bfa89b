import type { FileResult } from '#shared/ipc.ts';
import { formatList } from '#shared/resource-kit/labels.ts';
import type { LocalFile } from '../../platform/index.ts';

export const galleryFields = ([1, 2, 3, 4, 5, 6] as const).map((position) => `galleryImage${position}` as const);

export type GalleryName = (typeof galleryFields)[number];

/** Assigns images to free slots in order, starting at `from`; to all free slots if too few follow it. */
export const fillGallery = (
  results: readonly FileResult[],
  { startAt, isFree }: { startAt: GalleryName; isFree: (name: GalleryName) => boolean },
): { assigned: { name: GalleryName; file: LocalFile }[]; rejected: LocalFile[]; errors: string[] } => {
  const free = galleryFields.filter(isFree);
  const freeFrom = free.filter((name) => galleryFields.indexOf(name) >= galleryFields.indexOf(startAt));
  const files = results.flatMap((result) => ('file' in result ? [result.file] : []));
  const targetSlots = freeFrom.length < files.length ? free : freeFrom;
  const assigned = targetSlots.flatMap((name, index) => {
    const file = files[index];
    return file ? [{ name, file }] : [];
  });
  const rejected = files.slice(assigned.length);
  const errors = results.flatMap((result) => ('error' in result ? [result.error] : []));
  if (rejected.length > 0) {
    errors.push(
      `A gallery holds ${galleryFields.length} images. ${formatList(rejected.map(({ name }) => name))} ${rejected.length === 1 ? 'wasn’t' : 'weren’t'} added.`,
    );
  }
  return { assigned, rejected, errors };
};
