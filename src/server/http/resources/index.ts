import { z } from 'zod';
import { attributeValue, compareAttributeValues } from '#shared/resources/attribute-value.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import type { ResourceApi } from '../records/resource-api.ts';
import { addCreateRoute, addIdInBodyRoutes } from '../records/routes.ts';
import { addNestedList } from './nested-list.ts';
import { addImageRoute } from './product-image.ts';

/** Additional routes by resource name. */
export const extraRoutes: Readonly<Record<string, (api: ResourceApi) => void>> = {
  attribute: (api) =>
    addNestedList(api, {
      path: '/getAttributeWithValue',
      summary: 'List all attributes, each with its values',
      child: attributeValue,
      through: 'attributeId',
      property: 'attributeValueArr',
      compare: compareAttributeValues,
      // The product form sets `checked` itself.
      extra: { schema: z.object({ checked: z.boolean() }), value: { checked: false } },
    }),
  category: (api) =>
    addNestedList(api, {
      path: '/getNestedCategory',
      summary: 'List all categories, each with its sub categories',
      child: subCategory,
      through: 'categoryId',
      property: 'subCategoryArr',
    }),
  'life-at-saya': addIdInBodyRoutes,
  opportunity: addIdInBodyRoutes,
  product: addImageRoute,
  user: (api) => addCreateRoute(api, '/create-user'),
};
