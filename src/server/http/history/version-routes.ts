import type { FastifyRequest } from 'fastify';
import { listResponseSchema } from '#shared/api.ts';
import {
  recordVersionSchema,
  restoreVersionRequestSchema,
  restoreVersionResponseSchema,
  versionResponseSchema,
  versionSideSchema,
  versionsQuerySchema,
} from '#shared/history.ts';
import type { Action } from '#shared/permissions.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { findEntry, isErased } from '../../history/entries.ts';
import {
  listVersions,
  previewRestore,
  type RestoreResult,
  readVersion,
  restoreVersion,
} from '../../history/versions.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Actor, OperationsContext } from '../../records/hooks.ts';
import type { RevertTarget } from '../../records/operations.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { idParams } from '../records/routes.ts';
import { type App, addRoute } from '../route.ts';

type VersionRoutesOptions = {
  context: OperationsContext;
  prepareWrite: (
    request: FastifyRequest,
    resource: string,
    action: Action,
  ) => { revertTarget: RevertTarget; actor: Actor };
};

const toResponse = ({ fields, changeId }: RestoreResult) => ({
  message: changeId ? `${formatCount(fields.length, 'field')} restored` : 'Nothing to restore',
  fields,
  issues: [],
  changeId,
});

export const addVersionRoutes = (app: App, { context, prepareWrite }: VersionRoutesOptions): void => {
  const { database } = context.databaseHandle;

  const source = { database, getHooks: context.getHooks };

  const findVersion = async (request: FastifyRequest, id: string) => {
    const entry = await findEntry(database, id);
    if (!entry) throw new AppError('notFound', 'Change not found');
    const prepared = prepareWrite(request, entry.resource, 'update');
    if (isErased(entry)) throw new AppError('conflict', 'This item was permanently deleted');
    return { entry, prepared };
  };

  addRoute(app, {
    url: 'GET /v1/history/versions',
    summary: 'List the versions of a record, newest first, without their contents',
    query: versionsQuerySchema,
    response: listResponseSchema(recordVersionSchema),
    errors: [404],
    handle: async (request) => {
      prepareWrite(request, request.query.resource, 'update');
      const found = await listVersions(database, request.query);
      return { message: 'Versions found', ...found };
    },
  });

  addRoute(app, {
    url: 'GET /v1/history/:id/version',
    summary: 'Get the whole record as it was after a change, or before it',
    params: idParams('history'),
    query: versionSideSchema,
    response: versionResponseSchema,
    errors: [404, 409],
    handle: async (request) => {
      const { entry } = await findVersion(request, request.params.id);
      const data = await readVersion(source, entry, { ...request.query, isNamed: true });
      return { message: 'Version found', data };
    },
  });

  addRoute(app, {
    url: 'POST /v1/history/:id/restore',
    summary: 'Restore a record, or single fields of it, as it was after a change or before it',
    params: idParams('history'),
    body: restoreVersionRequestSchema,
    response: restoreVersionResponseSchema,
    errors: [404, 409],
    handle: async (request) => {
      const { side, fields, version, dryRun } = request.body;
      const { entry, prepared } = await findVersion(request, request.params.id);
      const state = await readVersion(source, entry, { side });
      if (!state) throw new AppError('conflict', 'This change has no version to restore');
      const options = { context, ...prepared };
      const target = { recordId: entry.recordId, state, fields };
      if (dryRun) {
        const preview = await previewRestore(target, options);
        return { message: 'Checked', ...preview, changeId: null };
      }
      return toResponse(
        await restoreVersion(
          { ...target, version },
          { ...options, beforeCommit: storeIdempotentResponse(request, toResponse) },
        ),
      );
    },
  });
};
