import type { z } from 'zod';
import type { addPhotosResponseSchema } from '#shared/photos/photo-matches.ts';
import { sortForImport } from '#shared/photos/place-photos.ts';
import { product } from '#shared/resources/product.ts';
import { openFailedRecordsDialog, showBulkResult } from '../../../resource-kit/bulk/bulk-change.tsx';
import { getFailedRecords } from '../../../resource-kit/bulk/bulk-client.ts';
import { reportError } from '../../../resource-kit/errors.ts';
import {
  discardShoot,
  type PlacedPhoto,
  storeShoot,
  usePhotoShoot,
} from '../../../resource-kit/library/photo-shoot.ts';
import { continueShoot } from '../../../resource-kit/library/photo-upload.ts';
import { requestChange } from '../../../resource-kit/long-change.ts';
import { refetchAll } from '../../../resource-kit/query-client.ts';

/** Adds the chosen photos to their products as one change. The others stay in the list, and are matched again. */
export const importPhotos = async (chosen: readonly PlacedPhoto[]): Promise<void> => {
  const sorted = sortForImport(
    chosen.map((photo) => ({
      ...photo.match,
      id: photo.source.id,
      path: photo.source.path,
      target: photo.match.targets[0],
      replaces: photo.place.replaces,
    })),
  );
  const photos = sorted.flatMap(({ assetId, target, replaces }) =>
    target ? [{ assetId, productId: target.productId, variantId: target.variantId, replaces }] : [],
  );
  try {
    const result = await requestChange<z.infer<typeof addPhotosResponseSchema>>('POST', `/${product.name}/addPhotos`, {
      title: 'Adding images…',
      body: { photos },
    });
    showBulkResult(result, refetchAll);
  } catch (error) {
    const failures = getFailedRecords(error);
    if (failures.failedCount === 0) reportError(error);
    else {
      const explanation = 'Nothing was added, because of these products:';
      openFailedRecordsDialog({ title: 'Images can’t be added', explanation, ...failures });
    }
    return;
  }
  const added = new Set(chosen.map(({ source }) => source.id));
  const rest = usePhotoShoot.getState().photos.filter(({ source }) => !added.has(source.id));
  if (rest.length === 0) discardShoot();
  else {
    usePhotoShoot.setState({ photos: rest.map((photo) => ({ ...photo, match: undefined })) });
    storeShoot();
    continueShoot();
  }
  await refetchAll();
};
