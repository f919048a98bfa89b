import { describe, expect, it } from 'vitest';
import { fillGallery, type GalleryName } from './fill-gallery.ts';

const image = (name: string) => ({
  file: { id: name, name, size: 1, type: 'image/png', previewUrl: `blob:${name}` },
});
const fill = (
  results: Parameters<typeof fillGallery>[0],
  { from = 'galleryImage1', taken = [] }: { from?: GalleryName; taken?: GalleryName[] } = {},
) => {
  const filled = fillGallery(results, { startAt: from, isFree: (name) => !taken.includes(name) });
  return {
    ...filled,
    assigned: Object.fromEntries(filled.assigned.map(({ name, file }) => [name, file.name])),
    rejected: filled.rejected.map(({ name }) => name),
  };
};

describe('fillGallery', () => {
  it.each([
    [2, { galleryImage4: 'a', galleryImage6: 'b' }],
    [4, { galleryImage1: 'a', galleryImage3: 'b', galleryImage4: 'c', galleryImage6: 'd' }],
  ])('puts %i images into empty slots', (count, assigned) => {
    const images = ['a', 'b', 'c', 'd'].slice(0, count).map(image);
    expect(fill(images, { from: 'galleryImage4', taken: ['galleryImage2', 'galleryImage5'] })).toEqual({
      assigned,
      rejected: [],
      errors: [],
    });
  });

  it('reports images that don’t fit', () => {
    const taken: GalleryName[] = ['galleryImage1', 'galleryImage2', 'galleryImage3', 'galleryImage4'];
    expect(fill(['a', 'b', 'c', 'd'].map(image), { taken })).toEqual({
      assigned: { galleryImage5: 'a', galleryImage6: 'b' },
      rejected: ['c', 'd'],
      errors: ['A gallery holds 6 images. c and d weren’t added.'],
    });
  });

  it('adds only the images among the files', () => {
    expect(fill([image('a'), { error: 'notes.txt is no image' }, image('b')])).toEqual({
      assigned: { galleryImage1: 'a', galleryImage2: 'b' },
      rejected: [],
      errors: ['notes.txt is no image'],
    });
  });
});
