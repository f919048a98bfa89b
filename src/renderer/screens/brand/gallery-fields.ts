export const galleryFields = [
  'galleryImage1',
  'galleryImage2',
  'galleryImage3',
  'galleryImage4',
  'galleryImage5',
  'galleryImage6',
] as const;

export type GalleryName = (typeof galleryFields)[number];
