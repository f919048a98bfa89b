import type { FastifyInstance } from 'fastify';
import type { Resource } from '#shared/resource/define-resource.ts';
import { bodyLimitOf } from './body-limits.ts';
import { addBulkRoute } from './bulk-route.ts';
import { type Extension, extendedOperations, extendedSchemas, type ResourceApi } from './extension.ts';
import {
  addCreateRoute,
  addListRoute,
  addReadOnlyOneRoute,
  addReadRoute,
  addRemoveRoute,
  addUpdateRoute,
  addUsedByRoute,
} from './routes.ts';
import type { OperationsContext } from './rules.ts';

/** The routes that every declared resource has, and those that its extension adds. */
export const registerResourceRoutes = (
  app: FastifyInstance,
  {
    resource,
    context,
    extension,
  }: { resource: Resource; context: OperationsContext; extension: Extension | undefined },
): void => {
  const api: ResourceApi = {
    app,
    resource,
    context,
    operations: extendedOperations(resource, { context, extension }),
    schemas: extendedSchemas(resource, extension),
    bodyLimit: extension?.bodyLimit ?? bodyLimitOf(resource),
  };
  addListRoute(api);
  addReadRoute(api, '/getById/:id');
  if (resource.isSingle) addReadOnlyOneRoute(api);
  addUsedByRoute(api);
  addCreateRoute(api, '/');
  addUpdateRoute(api);
  addRemoveRoute(api);
  if (!resource.isSingle) addBulkRoute(api, extension);
  extension?.routes?.(api);
};
