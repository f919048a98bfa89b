import { z } from 'zod';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { attributeValue, compareAttributeValues } from '#shared/resources/attribute-value.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { buildSchemas, createExtendedOperations } from '../records/extension.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { extensions } from '../resources/index.ts';
import { addBulkRoute } from './records/bulk-route.ts';
import { addReplaceRoute } from './records/replace-route.ts';
import { computeBodyLimit, type ResourceApi } from './records/resource-api.ts';
import {
  addCreateRoute,
  addIdInBodyRoutes,
  addListRoute,
  addReadRoute,
  addReadSingletonRoute,
  addRemoveRoute,
  addUpdateRoute,
  addUsedByRoute,
} from './records/routes.ts';
import { addUpdateManyRoute } from './records/update-many-route.ts';
import { addImageRoute, addNestedList } from './resources/own-routes.ts';
import type { App } from './route.ts';

/** Additional routes by resource name. */
const extraRoutes: Readonly<Record<string, (api: ResourceApi) => void>> = {
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

export const registerResourceRoutes = (
  app: App,
  { resource, context }: { resource: Resource; context: OperationsContext },
): void => {
  const extension = extensions[resource.name];
  const api: ResourceApi = {
    app,
    resource,
    context,
    operations: createExtendedOperations(resource, { context, extension }),
    schemas: buildSchemas(resource, extension),
    bodyLimit: extension?.bodyLimit ?? computeBodyLimit(resource),
  };
  addListRoute(api);
  addReadRoute(api, '/getById/:id');
  if (resource.isSingleton) addReadSingletonRoute(api);
  addUsedByRoute(api);
  addCreateRoute(api, '/');
  addUpdateRoute(api);
  addRemoveRoute(api);
  if (!resource.isSingleton) {
    addBulkRoute(api, extension);
    addUpdateManyRoute(api);
  }
  addReplaceRoute(api);
  extraRoutes[resource.name]?.(api);
};
