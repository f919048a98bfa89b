import * as z from 'zod/mini';
import { create } from 'zustand';
import type { PhotoMatch } from '#shared/photos/photo-matches.ts';
import { type PhotoPlace, type PhotoToPlace, placePhotos } from '#shared/photos/place-photos.ts';
import { type FileSource, platform } from '../../platform/index.ts';
import { parseStored, readStoredItem, storeItem } from '../../ui/stored-item.ts';
import { getCurrentUserId } from '../session-store.ts';
import { photoShootKey } from './photo-shoot-key.ts';

/**
 * A `stored` photo is in the library. `note` says that the library had it already, or why the upload failed. The user decides
 * on `code`, `isChosen` and `replaces`, which are undefined until then.
 */
export type Photo = {
  source: FileSource;
  state: 'waiting' | 'sending' | 'stored' | 'failed';
  note?: string | undefined;
  assetId?: string | undefined;
  match?: PhotoMatch | undefined;
  code?: string | undefined;
  isChosen?: boolean | undefined;
  replaces?: string | null | undefined;
};

export type Shoot = {
  photos: readonly Photo[];
  /** The product on whose page the files were dropped. */
  productId: string | undefined;
  isPaused: boolean;
  /** Files that aren't images. */
  skipped: number;
  /** Photos that an earlier upload stored. */
  resumed: number;
  /** Bytes that were sent, and the milliseconds that it took without pauses, for the speed. */
  sentBytes: number;
  sentTime: number;
};

const emptyShoot: Shoot = {
  photos: [],
  productId: undefined,
  isPaused: false,
  skipped: 0,
  resumed: 0,
  sentBytes: 0,
  sentTime: 0,
};

export const usePhotoShoot = create<Shoot>(() => emptyShoot);

export const updatePhoto = (id: string, change: Partial<Photo> | ((photo: Photo) => Partial<Photo>)): void =>
  usePhotoShoot.setState(({ photos }) => ({
    photos: photos.map((photo) =>
      photo.source.id === id ? { ...photo, ...(typeof change === 'function' ? change(photo) : change) } : photo,
    ),
  }));

/** A matched photo and its place. */
export type PlacedPhoto = Photo & { match: PhotoMatch; place: PhotoPlace };

const toPlace = ({ source, match, isChosen, replaces }: Photo): PhotoToPlace[] =>
  match ? [{ ...match, id: source.id, path: source.path, target: match.targets[0], isChosen, replaces }] : [];

export const getPlaces = (photos: readonly Photo[]): PlacedPhoto[] => {
  const places = placePhotos(photos.flatMap(toPlace));
  return photos.flatMap((photo) => {
    const place = places.get(photo.source.id);
    return photo.match && place ? [{ ...photo, match: photo.match, place }] : [];
  });
};

/** The files of an upload that goes on after a restart, with the assets of those that are stored. */
const storedShootSchema = z.object({
  userId: z.string(),
  productId: z.optional(z.string()),
  total: z.number(),
  assets: z.record(z.string(), z.string()),
});

type StoredShoot = z.infer<typeof storedShootSchema>;

const storeDelay = 300;
let timer: ReturnType<typeof setTimeout> | undefined;
let isStale = false;

/** A number for a text (FNV-1a), because names of files aren't stored unencrypted. */
const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

/** The same file has the same name, size and time, also if it is chosen again. */
export const toFingerprint = ({ path, size, modifiedAt }: FileSource): string =>
  [hashText(path), size, Math.round(modifiedAt)].join('-');

/** The upload of this user that was interrupted. */
export const readStoredShoot = (): StoredShoot | undefined => {
  const stored = parseStored(storedShootSchema, readStoredItem(photoShootKey));
  return stored?.userId === getCurrentUserId() ? stored : undefined;
};

const storeNow = (): void => {
  const { photos, productId } = usePhotoShoot.getState();
  const assets = photos.flatMap(({ source, assetId }) => (assetId ? [[toFingerprint(source), assetId]] : []));
  const stored: StoredShoot = {
    userId: getCurrentUserId(),
    ...(productId && { productId }),
    total: photos.length,
    assets: Object.fromEntries(assets),
  };
  storeItem(photoShootKey, photos.length > 0 ? JSON.stringify(stored) : null);
};

/** Remembers which files are stored: at once, but only a few times a second. */
export const storeShoot = (): void => {
  isStale = timer !== undefined;
  if (timer !== undefined) return;
  storeNow();
  timer = setTimeout(() => {
    timer = undefined;
    if (isStale) storeShoot();
  }, storeDelay);
};

/** Forgets the files that were not added; those that are stored stay in the library. */
export const discardShoot = (): void => {
  usePhotoShoot.setState(emptyShoot);
  storeNow();
  platform.sources.forget();
};
