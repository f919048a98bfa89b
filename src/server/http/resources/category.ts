import { z } from 'zod';
import { listResponseSchema } from '#shared/api.ts';
import { recordSchema } from '#shared/resource/schemas.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import type { ResourceApi } from '../records/resource-api.ts';
import { resourcePath, routeOptions } from '../records/routes.ts';
import { listWithChildren } from './list-with-children.ts';

export const addNestedRoute = (api: ResourceApi): void => {
  const { app, resource, schemas, context } = api;
  const record = schemas.record.and(z.object({ subCategoryArr: z.array(recordSchema(subCategory)) }));
  app.get(
    resourcePath(api, '/getNestedCategory'),
    routeOptions(api, {
      action: 'read',
      summary: 'List all categories, each with its sub categories',
      success: listResponseSchema(record),
    }),
    async () => {
      const found = await listWithChildren({
        database: context.databaseHandle.database,
        parent: resource,
        child: subCategory,
        through: 'categoryId',
      });
      const data = found.map(({ record: category, children }) => ({ ...category, subCategoryArr: children }));
      return { success: true, message: `${resource.labelPlural} found`, data, total: data.length };
    },
  );
};
