import { fileUsesQuerySchema, fileUsesResponseSchema } from '#shared/file-uses.ts';
import { can } from '#shared/permissions.ts';
import { resources } from '#shared/resources/index.ts';
import type { DatabaseHandle } from '../../database/database-handle.ts';
import type { App } from '../app.ts';
import { routeOptions } from '../openapi/describe-route.ts';
import { requireSession } from '../plugins/auth.ts';
import { listFileUsers } from './file-users.ts';

export const addFileUses = (app: App, { database }: Pick<DatabaseHandle, 'database'>): void => {
  app.get(
    '/v1/file/usedBy',
    routeOptions(
      {
        access: { resource: 'file', action: 'read' },
        tag: 'files',
        summary: 'List the records that use a stored file',
      },
      { querystring: fileUsesQuerySchema, response: { 200: fileUsesResponseSchema } },
    ),
    async (request) => {
      const { role } = requireSession(request).session;
      const readable = resources
        .map(({ name }) => name)
        .filter((resource) => can({ role, action: 'read', resource }));
      const found = await listFileUsers(database, { ...request.query, resources: readable });
      return { success: true as const, message: 'Uses of the file found', ...found };
    },
  );
};
