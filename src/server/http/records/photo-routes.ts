import { listFailed } from '#shared/bulk.ts';
import {
  addPhotosRequestSchema,
  addPhotosResponseSchema,
  matchRequestSchema,
  matchResponseSchema,
} from '#shared/photos/photo-matches.ts';
import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { type AddPhotosOutcome, addPhotos, describeAdded } from '../../resources/product/photos/add-photos.ts';
import { matchPhotos } from '../../resources/product/photos/match-photos.ts';
import { longChangeResponses, runLongChange } from './long-change.ts';
import { addResourceRoute, type ResourceApi } from './routes.ts';

// Enough for 2,000 photos with the ids of their products and variants.
const bodyLimit = 1024 * 1024;

/** Adds the routes that match photos of the library with products, and add them to these. */
export const addPhotoRoutes = (api: ResourceApi): void => {
  addResourceRoute(api, {
    url: 'POST /matchPhotos',
    bodyLimit,
    action: 'update',
    summary: 'Find the products and variants of photos by their names, by barcodes in them and by similar images',
    body: matchRequestSchema,
    response: matchResponseSchema,
    handle: async ({ body }) => ({ message: 'Photos matched', data: await matchPhotos(api.context, body) }),
  });
  const toResponse = (outcome: AddPhotosOutcome) => ({
    message: describeAdded(outcome),
    ...outcome,
    ...listFailed(outcome.failed),
  });
  addResourceRoute(api, {
    url: 'POST /addPhotos',
    bodyLimit,
    action: 'update',
    summary: 'Add photos of the library to products and their variants, as one change',
    body: addPhotosRequestSchema,
    response: addPhotosResponseSchema,
    otherResponses: longChangeResponses(),
    handle: (request, _active, reply) =>
      runLongChange(request, reply, {
        toResponse,
        change: (options) => addPhotos(api.context, request.body, options),
        describeFailure: ({ failed }) =>
          `Nothing was added: ${formatCountInSentence(failed.length, product)} can’t get their images`,
      }),
  });
};
