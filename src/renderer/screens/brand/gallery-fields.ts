export const galleryFields = ([1, 2, 3, 4, 5, 6] as const).map((position) => `galleryImage${position}` as const);

export type GalleryName = (typeof galleryFields)[number];
