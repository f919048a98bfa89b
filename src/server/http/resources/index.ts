import type { ResourceApi } from '../records/resource-api.ts';
import { addCreateRoute } from '../records/routes.ts';
import { addWithValuesRoute } from './attribute.ts';
import { addNestedRoute } from './category.ts';
import { addIdInBodyRoutes } from './id-in-body.ts';
import { addImageRoute } from './product-image.ts';

/** Additional routes by resource name. */
export const ownRoutes: Readonly<Record<string, (api: ResourceApi) => void>> = {
  attribute: addWithValuesRoute,
  category: addNestedRoute,
  'life-at-saya': addIdInBodyRoutes,
  opportunity: addIdInBodyRoutes,
  product: addImageRoute,
  user: (api) => addCreateRoute(api, '/create-user'),
};
