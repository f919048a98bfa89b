import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { listResponseSchema } from '#shared/api.ts';
import {
  historyEntrySchema,
  historyQuerySchema,
  recordVersionSchema,
  restoreVersionRequestSchema,
  restoreVersionResponseSchema,
  revertChangesetResponseSchema,
  revertPermissions,
  revertResponseSchema,
  versionResponseSchema,
  versionSideSchema,
  versionsQuerySchema,
} from '#shared/history.ts';
import { type Action, can, type Role } from '#shared/permissions.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { exampleId } from '#shared/resource-kit/examples.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { resources } from '#shared/resources/index.ts';

import type { HistoryTable, TrashTable } from '../../database/tables.ts';
import { findEntry, isErased, listHistory } from '../../history/entries.ts';
import { listAffectedResources, type RevertResult, revertChangeset } from '../../history/revert-changeset.ts';
import { findTrashItem } from '../../history/trash.ts';
import { restoreFromTrash, revertEntry } from '../../history/undo.ts';
import {
  listVersions,
  previewRestore,
  type RestoreResult,
  readVersion,
  restoreVersion,
} from '../../history/versions.ts';
import { AppError } from '../../lib/app-error.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import { findRevertTarget } from '../../resources/index.ts';
import { forbiddenError, requireSession } from '../plugins/auth.ts';
import { storeIdempotentResponse } from '../plugins/idempotency.ts';
import { longChangeResponses, runLongChange } from '../records/long-change.ts';
import { idParams, writeOptionsFrom } from '../records/routes.ts';
import { type App, addRoute } from '../route.ts';

const changeParams = z.object({
  changeId: z
    .string()
    .max(100)
    .meta({ example: exampleId('change') }),
});

const createResponse = (message: string) => (data: AnyRecord | null) => ({ message, data });

const getRole = (request: FastifyRequest): Role => requireSession(request).session.role;

/** Returns the resources for which the user lacks the permission. Throws if `resource` is one of them. */
export const listHiddenResources = (
  request: FastifyRequest,
  action: Action,
  resource: string | undefined,
): string[] => {
  const role = getRole(request);
  const isVisible = (name: string) => can({ role, action, resource: name });
  if (resource !== undefined && !isVisible(resource)) throw forbiddenError();
  return resources.map(({ name }) => name).filter((name) => !isVisible(name));
};

/** Returns what an undo needs. Throws if the user may not do that to the resource. */
export const prepareRevert = (
  context: OperationsContext,
  request: FastifyRequest,
  { resource, action }: { resource: string; action: Action },
) => {
  if (!can({ role: getRole(request), action, resource })) throw forbiddenError();
  const revertTarget = findRevertTarget(resource, context);
  if (!revertTarget) throw new AppError('notFound', 'This version of the app doesn’t support this type of item');
  return { context, revertTarget, ...writeOptionsFrom(request) };
};

export const restoreItem = async (context: OperationsContext, request: FastifyRequest, item: TrashTable) => {
  const options = prepareRevert(context, request, { resource: item.resource, action: 'create' });
  const toResponse = createResponse(`${options.revertTarget.resource.label} restored`);
  return toResponse(
    await restoreFromTrash(item, { ...options, beforeCommit: storeIdempotentResponse(request, toResponse) }),
  );
};

const toRestoreResponse = ({ fields, changeId }: RestoreResult) => ({
  message: changeId ? `${formatCount(fields.length, 'field')} restored` : 'Nothing to restore',
  fields,
  issues: [],
  changeId,
});

export const addHistory = (app: App, context: OperationsContext): void => {
  const { getHooks, databaseHandle } = context;
  const { database } = databaseHandle;
  const source = { database, getHooks };

  const findChange = async (id: string) => {
    const entry = await findEntry(database, id);
    if (entry) return entry;
    throw new AppError('notFound', 'Change not found');
  };

  const assertNotErased = (entry: HistoryTable) => {
    if (isErased(entry)) throw new AppError('conflict', 'This item was permanently deleted');
  };

  const revertOrRestore = async (request: FastifyRequest, entry: HistoryTable) => {
    const { resource } = entry;
    const options = prepareRevert(context, request, { resource, action: revertPermissions[entry.action] });
    assertNotErased(entry);
    if (entry.action !== 'delete') {
      const toResponse = createResponse('Change undone');
      return toResponse(
        await revertEntry(entry, { ...options, beforeCommit: storeIdempotentResponse(request, toResponse) }),
      );
    }
    const item = await findTrashItem(database, entry._id);
    if (item) return restoreItem(context, request, item);
    const title = `${options.revertTarget.resource.label} “${entry.title}”`;
    throw new AppError('conflict', `${title} is no longer in Trash. It was restored, or its 30 days are over.`);
  };

  addRoute(app, {
    url: 'GET /v1/history',
    summary: 'List history entries, newest first, optionally of one resource or record',
    query: historyQuerySchema,
    response: listResponseSchema(historyEntrySchema),
    handle: async (request) => {
      const except = listHiddenResources(request, 'update', request.query.resource);
      const found = await listHistory(source, { ...request.query, except });
      return { message: 'Changes found', ...found };
    },
  });

  addRoute(app, {
    url: 'POST /v1/history/:id/revert',
    summary: 'Revert a history entry, unless the record has changed since',
    params: idParams('history'),
    response: revertResponseSchema,
    errors: [404, 409],
    handle: async (request) => revertOrRestore(request, await findChange(request.params.id)),
  });

  addRoute(app, {
    url: 'POST /v1/history/changes/:changeId/revert',
    summary: 'Revert a changeset, unless any of its records has changed since',
    params: changeParams,
    response: revertChangesetResponseSchema,
    errors: [404],
    otherResponses: longChangeResponses(),
    handle: async (request, _active, reply) => {
      const { changeId } = request.params;
      const affected = await listAffectedResources(database, changeId);
      if (affected.length === 0) throw new AppError('notFound', 'Change not found');
      for (const { resource, action } of affected)
        prepareRevert(context, request, { resource, action: revertPermissions[action] });
      const toResponse = ({ changed, changeId: revertChangeId }: RevertResult) => ({
        message: `Change undone for ${formatCount(changed, 'item')}`,
        changed,
        changeId: revertChangeId,
      });
      return runLongChange(request, reply, {
        toResponse,
        change: (options) => revertChangeset(changeId, { context, ...options }),
        describeFailure: ({ failed }) => `Nothing was undone: ${formatCount(failed.length, 'item')} can’t be reverted`,
      });
    },
  });

  const findVersion = async (request: FastifyRequest, id: string) => {
    const entry = await findChange(id);
    const prepared = prepareRevert(context, request, { resource: entry.resource, action: 'update' });
    assertNotErased(entry);
    return { entry, prepared };
  };

  addRoute(app, {
    url: 'GET /v1/history/versions',
    summary: 'List the versions of a record, newest first, without their contents',
    query: versionsQuerySchema,
    response: listResponseSchema(recordVersionSchema),
    errors: [404],
    handle: async (request) => {
      prepareRevert(context, request, { resource: request.query.resource, action: 'update' });
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
      const target = { recordId: entry.recordId, state, fields };
      if (dryRun) {
        const preview = await previewRestore(target, prepared);
        return { message: 'Checked', ...preview, changeId: null };
      }
      return toRestoreResponse(
        await restoreVersion(
          { ...target, version },
          { ...prepared, beforeCommit: storeIdempotentResponse(request, toRestoreResponse) },
        ),
      );
    },
  });
};
