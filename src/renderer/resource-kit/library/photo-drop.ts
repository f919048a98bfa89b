import { useNavigate } from 'react-router-dom';
import { asset } from '#shared/resources/asset.ts';
import { product } from '#shared/resources/product.ts';
import { platform } from '../../platform/index.ts';
import { readStoredItem } from '../../ui/stored-item.ts';
import { usePageDrop } from '../../ui/use-page-drop.ts';
import { reportError } from '../errors.ts';
import { useIsFullServer } from '../server-level.ts';
import { useCan } from '../session-store.ts';
import { photoShootKey } from './photo-shoot-key.ts';

/** Loads the code for uploads of many images only when there is one. */
const load = () => import('./photo-upload.ts');

export const resumePhotos = (): void => {
  if (readStoredItem(photoShootKey) === null) return;
  void load().then(({ resumeShoot }) => resumeShoot(), reportError);
};

/** Whether the user can add images to products with the help of the library. */
export const useCanAddPhotos = (): boolean => {
  const isFull = useIsFullServer() === true;
  return useCan(product.name)('update') && isFull;
};

/** Returns a function that uploads dropped images, and leads to the page on which their products are checked. */
export const useDropPhotos = () => {
  const navigate = useNavigate();
  return (data: DataTransfer, productId?: string): void => {
    // In this event, because its files are gone after it.
    const collected = platform.sources.collect(data);
    void load()
      .then(({ startShoot }) => startShoot(collected, productId))
      .then(() => navigate(asset.paths.import), reportError);
  };
};

/** Adds images that are dropped on the page to products: to this one, unless they match another. */
export const usePhotoDrop = (productId?: string): void => {
  const canAdd = useCanAddPhotos();
  const drop = useDropPhotos();
  usePageDrop((data) => {
    // Pasted pictures have no name to match.
    const hasFiles = [...data.items].some((item) => item.webkitGetAsEntry() !== null);
    if (canAdd && hasFiles) drop(data, productId);
  });
};
