import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listResponseSchema } from '#shared/api.ts';
import {
  historyEntrySchema,
  historyQuerySchema,
  trashItemSchema,
  trashQuerySchema,
  undoneResponseSchema,
} from '#shared/history.ts';
import { type Action, can } from '#shared/permissions.ts';
import { resources } from '#shared/resources/index.ts';
import type { Role } from '#shared/session.ts';
import { Failure } from '../failure.ts';
import { listHistory } from '../history/entries.ts';
import { listTrash } from '../history/trash.ts';
import { restore, revert, type Undoable, type UndoOptions } from '../history/undo.ts';
import type { OperationsContext } from '../resource/rules.ts';
import type { HistoryAction, HistoryTable, TrashTable } from '../storage/tables.ts';
import { sessionOfRequest } from './auth.ts';
import { failureResponses } from './openapi.ts';

export type HistoryOptions = {
  context: OperationsContext;
  findUndoable: (resource: string) => Undoable | undefined;
};

const bearer = [{ bearer: [] }];
const idParams = z.object({ id: z.string().max(100) });

const notAllowed = () => new Failure({ kind: 'forbidden', message: 'Your role does not allow this' });
const notFound = (message: string) => new Failure({ kind: 'notFound', message });

const roleOf = (request: FastifyRequest): Role => sessionOfRequest(request).session.role;

/** The resources whose past a role may see: those that it may change. Null for all. */
const visibleTo = (role: Role, resource: string | undefined): string[] | null => {
  const isVisible = (name: string) => can({ role, action: 'update', resource: name });
  if (resource !== undefined && !isVisible(resource)) throw notAllowed();
  const names = resources.map(({ name }) => name);
  return names.every(isVisible) ? null : names.filter(isVisible);
};

/** What it takes to undo a change. */
const undoing: Record<HistoryAction, Action> = { create: 'delete', update: 'update', delete: 'create' };

/** What was changed and deleted, and undoing it. */
export const history = fastifyPlugin<HistoryOptions>(
  async (instance, { context, findUndoable }) => {
    const app = instance.withTypeProvider<ZodTypeProvider>();
    const { database } = context.storage;

    const prepareUndo = (request: FastifyRequest, name: string, action: Action): UndoOptions => {
      if (!can({ role: roleOf(request), action, resource: name })) throw notAllowed();
      const undoable = findUndoable(name);
      if (!undoable) throw notFound('This version of the app knows no such records');
      const { user } = sessionOfRequest(request).session;
      return { context, undoable, actor: { userId: user._id, name: user.name } };
    };

    const restoreItem = async (request: FastifyRequest, item: TrashTable) => {
      const options = prepareUndo(request, item.resource, 'create');
      const data = await restore(item, options);
      const message = `${options.undoable.resource.label} restored successfully`;
      return { success: true as const, message, data };
    };

    const findInTrash = (id: string) =>
      database.selectFrom('trash').selectAll().where('_id', '=', id).executeTakeFirst();

    const revertEntry = async (request: FastifyRequest, entry: HistoryTable) => {
      const options = prepareUndo(request, entry.resource, undoing[entry.action]);
      if (entry.action !== 'delete') {
        const data = await revert(entry, options);
        return { success: true as const, message: 'The change was undone', data };
      }
      const item = await findInTrash(entry._id);
      if (item) return restoreItem(request, item);
      const title = `${options.undoable.resource.label} "${entry.title}"`;
      throw new Failure({
        kind: 'conflict',
        message: `${title} is no longer in the trash: it was restored, or deleted too long ago`,
      });
    };

    app.get(
      '/v1/history',
      {
        config: { access: 'signedIn' },
        schema: {
          tags: ['history'],
          summary: 'List changes, newest first: of one record, of one resource, or all',
          security: bearer,
          querystring: historyQuerySchema,
          response: { 200: listResponseSchema(historyEntrySchema), ...failureResponses },
        },
      },
      async (request) => {
        const among = visibleTo(roleOf(request), request.query.resource);
        const found = await listHistory(database, { ...request.query, among });
        return { success: true as const, message: 'Changes found', ...found };
      },
    );

    app.post(
      '/v1/history/:id/revert',
      {
        config: { access: 'signedIn' },
        schema: {
          tags: ['history'],
          summary: 'Undo one change, unless the record has changed again since',
          security: bearer,
          params: idParams,
          response: { 200: undoneResponseSchema, ...failureResponses },
        },
      },
      async (request) => {
        const entry = await database
          .selectFrom('history')
          .selectAll()
          .where('_id', '=', request.params.id)
          .executeTakeFirst();
        if (!entry) throw notFound('There is no such change');
        return revertEntry(request, entry);
      },
    );

    app.get(
      '/v1/trash',
      {
        config: { access: 'signedIn' },
        schema: {
          tags: ['history'],
          summary: 'List what was deleted and can be restored, the last one first',
          security: bearer,
          querystring: trashQuerySchema,
          response: { 200: listResponseSchema(trashItemSchema), ...failureResponses },
        },
      },
      async (request) => {
        const among = visibleTo(roleOf(request), request.query.resource);
        const found = await listTrash(database, { ...request.query, among });
        return { success: true as const, message: 'Deleted records found', ...found };
      },
    );

    app.post(
      '/v1/trash/:id/restore',
      {
        config: { access: 'signedIn' },
        schema: {
          tags: ['history'],
          summary: 'Restore a deleted record, with its files and what was deleted along with it',
          security: bearer,
          params: idParams,
          response: { 200: undoneResponseSchema, ...failureResponses },
        },
      },
      async (request) => {
        const item = await findInTrash(request.params.id);
        if (!item) throw notFound('It is not in the trash: it was restored, or deleted too long ago');
        return restoreItem(request, item);
      },
    );
  },
  { name: 'history', dependencies: ['auth', 'openapi'] },
);
