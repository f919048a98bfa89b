import { z } from 'zod';
import { listResponseSchema } from '#shared/api.ts';
import { recordSchema } from '#shared/resource/schemas.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import type { ResourceApi } from '../records/resource-api.ts';
import { resourcePath, routeOptions } from '../records/routes.ts';
import { listWithChildren } from './list-with-children.ts';

const valueSchema = recordSchema(attributeValue).and(z.object({ checked: z.boolean() }));

/** Adds the route from which the product form is built; the form sets `checked` itself. */
export const addWithValuesRoute = (api: ResourceApi): void => {
  const { app, resource, schemas, context } = api;
  const record = schemas.record.and(z.object({ attributeValueArr: z.array(valueSchema) }));
  app.get(
    resourcePath(api, '/getAttributeWithValue'),
    routeOptions(api, {
      action: 'read',
      summary: 'List all attributes, each with its values',
      success: listResponseSchema(record),
    }),
    async () => {
      const found = await listWithChildren({
        database: context.databaseHandle.database,
        parent: resource,
        child: attributeValue,
        through: 'attributeId',
      });
      const data = found.map(({ record: attribute, children }) => ({
        ...attribute,
        attributeValueArr: children.map((value) => ({ ...value, checked: false })),
      }));
      return { success: true, message: `${resource.labelPlural} found`, data, total: data.length };
    },
  );
};
