export const galleryFields = ([1, 2, 3, 4, 5, 6] as const).map((place) => `galleryImage${place}` as const);

export type GalleryName = (typeof galleryFields)[number];
