import { z } from 'zod';
import { savedResponseSchema } from '#shared/api.ts';
import { exampleId } from '#shared/resource/examples.ts';
import { inSentence } from '#shared/resource/labels.ts';
import { updateSchema } from '#shared/resource/schemas.ts';
import type { Row } from '../../database/tables.ts';
import type { Notices } from '../../records/prepare-values.ts';
import type { ResourceApi } from '../records/resource-api.ts';
import {
  addReadRoute,
  resourcePath,
  routeOptions,
  savedAnswer,
  writeOptionsFrom,
} from '../records/routes.ts';

/** Adds the routes of resources that are updated with the id in the body and read by `getDataById`. */
export const addIdInBodyRoutes = (api: ResourceApi): void => {
  const { app, resource, schemas, operations } = api;
  addReadRoute(api, '/getDataById/:id');
  app.patch<{ Body: Row & { id: string } }>(
    resourcePath(api, '/updateById/'),
    {
      bodyLimit: api.bodyLimit,
      ...routeOptions(api, {
        action: 'update',
        summary: `Update the ${inSentence(resource.label)} whose id is in the body`,
        schema: {
          body: updateSchema(resource, {
            id: z
              .string({ error: 'id is required' })
              .max(100)
              .meta({ example: exampleId(resource.name) }),
          }),
        },
        success: savedResponseSchema(schemas.saved),
        failures: [404, 409],
      }),
    },
    async (request) => {
      const { id, ...changes } = request.body;
      const notices: Notices = [];
      const data = await operations.update(id, changes, { ...writeOptionsFrom(request), notices });
      return savedAnswer(`${resource.label} saved`, data, notices);
    },
  );
};
