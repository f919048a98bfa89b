import { nameKey } from '#shared/normalize-text.ts';
import {
  createViewSchema,
  type NewSharedView,
  type SharedView,
  type SharedViewChange,
  sharedViewResponseSchema,
  sharedViewsResponseSchema,
  updateViewSchema,
} from '#shared/shared-views.ts';
import type { ActiveSession } from '../auth/sessions.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { newId } from '../database/ids.ts';
import type { Database, SharedViewTable } from '../database/tables.ts';
import { AppError, validationError } from '../lib/app-error.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { listReadable } from './plugins/auth.ts';
import { storeIdempotentResponse } from './plugins/idempotency.ts';
import { idParams } from './records/routes.ts';
import { type App, addRoute } from './route.ts';

type Editor = { userId: string; isAdmin: boolean };

const toView = ({ nameKey: _, columns, ...row }: SharedViewTable & { ownerName: string | null }): SharedView => ({
  ...row,
  columns: columns === null ? null : (JSON.parse(columns) as SharedView['columns']),
});

const selectViews = (database: Database) =>
  database
    .selectFrom('sharedView')
    .leftJoin('user', 'user._id', 'sharedView.ownerId')
    .selectAll('sharedView')
    .select('user.name as ownerName');

const listSharedViews = async (database: Database, resources: readonly string[]): Promise<SharedView[]> => {
  const rows = await selectViews(database)
    .where('resource', 'in', resources)
    .orderBy('nameKey')
    .orderBy('sharedView._id')
    .execute();
  return rows.map(toView);
};

const readView = async (database: Database, id: string): Promise<SharedView> => {
  const row = await selectViews(database).where('sharedView._id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('notFound', 'This view no longer exists');
  return toView(row);
};

const assertNameIsFree = async (
  database: Database,
  { _id, resource, name }: Pick<SharedViewTable, '_id' | 'resource' | 'name'>,
): Promise<void> => {
  const other = await database
    .selectFrom('sharedView')
    .select('_id')
    .where('resource', '=', resource)
    .where('nameKey', '=', nameKey(name))
    .where('_id', '!=', _id)
    .executeTakeFirst();
  if (!other) return;
  const message = 'A shared view with this name already exists';
  throw new AppError('conflict', message, { errors: [{ field: 'name', message }] });
};

/** Serializes writes, so that two of them can’t take the same name. */
const writeViews = <Result>(
  databaseHandle: DatabaseHandle,
  write: (database: Database) => Promise<Result>,
): Promise<Result> =>
  databaseHandle.transaction(async (database) => {
    await databaseHandle.lockTable(database, 'sharedView');
    return write(database);
  });

const toColumns = (columns: SharedView['columns']): string | null => columns && JSON.stringify(columns);

type CreateOptions = {
  ownerId: string;
  beforeCommit: (write: { database: Database }, view: SharedView) => Promise<void>;
};

const createSharedView = (
  databaseHandle: DatabaseHandle,
  { columns, ...input }: NewSharedView,
  { ownerId, beforeCommit }: CreateOptions,
): Promise<SharedView> =>
  writeViews(databaseHandle, async (database) => {
    const _id = newId();
    await assertNameIsFree(database, { _id, ...input });
    const createdAt = new Date().toISOString();
    const stamp = { version: 1, createdAt, updatedAt: createdAt };
    await database
      .insertInto('sharedView')
      .values({ _id, ...input, nameKey: nameKey(input.name), columns: toColumns(columns), ownerId, ...stamp })
      .execute();
    const view = await readView(database, _id);
    await beforeCommit({ database }, view);
    return view;
  });

const assertMayChange = ({ ownerId, ownerName }: SharedView, { userId, isAdmin }: Editor): void => {
  if (isAdmin || ownerId === userId) return;
  const editors = ownerName === null ? 'an admin' : `${ownerName} or an admin`;
  throw new AppError('forbidden', `Only ${editors} can change this view. You can save a copy.`);
};

const updateSharedView = (
  databaseHandle: DatabaseHandle,
  { id, editor, change }: { id: string; editor: Editor; change: SharedViewChange },
): Promise<SharedView> =>
  writeViews(databaseHandle, async (database) => {
    const stored = await readView(database, id);
    assertMayChange(stored, editor);
    const { version = stored.version, columns = stored.columns, ...texts } = change;
    if (version !== stored.version)
      throw new AppError('conflict', 'Someone else has changed this view', { data: stored });
    const { name, search } = { ...stored, ...texts };
    await assertNameIsFree(database, { ...stored, name });
    const updatedAt = new Date().toISOString();
    await database
      .updateTable('sharedView')
      .set({
        name,
        nameKey: nameKey(name),
        search,
        columns: toColumns(columns),
        version: version + 1,
        updatedAt,
      })
      .where('_id', '=', id)
      .execute();
    return readView(database, id);
  });

const removeSharedView = (
  databaseHandle: DatabaseHandle,
  { id, editor }: { id: string; editor: Editor },
): Promise<void> =>
  writeViews(databaseHandle, async (database) => {
    assertMayChange(await readView(database, id), editor);
    await database.deleteFrom('sharedView').where('_id', '=', id).execute();
  });

const toEditor = ({ session: { userId, role } }: ActiveSession): Editor => ({ userId, isAdmin: role === 'ADMIN' });

const toResponse = (message: string) => (data: SharedView) => ({ message, data });

export const addSharedViews = (app: App, { databaseHandle }: OperationsContext): void => {
  const { database } = databaseHandle;

  addRoute(app, {
    url: 'GET /v1/views',
    summary: 'List the views that are shared with everyone',
    response: sharedViewsResponseSchema,
    handle: async (_request, { session: { role } }) => {
      const data = await listSharedViews(database, listReadable(role));
      return { message: 'Views found', data, total: data.length };
    },
  });

  addRoute(app, {
    url: 'POST /v1/views',
    summary: 'Share a view of a list with everyone',
    body: createViewSchema,
    response: sharedViewResponseSchema,
    errors: [409],
    handle: async (request, { session: { role, userId: ownerId } }) => {
      const { resource } = request.body;
      if (!listReadable(role).includes(resource))
        throw validationError([{ field: 'resource', message: 'There is no such list' }]);
      const toShared = toResponse('View shared');
      const beforeCommit = storeIdempotentResponse(request, toShared);
      return toShared(await createSharedView(databaseHandle, request.body, { ownerId, beforeCommit }));
    },
  });

  addRoute(app, {
    url: 'PATCH /v1/views/:id',
    summary: 'Change a shared view: for its owner and admins',
    params: idParams('view'),
    body: updateViewSchema,
    response: sharedViewResponseSchema,
    errors: [404, 409],
    handle: async (request, active) => {
      const { id } = request.params;
      const editor = toEditor(active);
      return toResponse('View saved')(await updateSharedView(databaseHandle, { id, editor, change: request.body }));
    },
  });

  addRoute(app, {
    url: 'DELETE /v1/views/:id',
    summary: 'Delete a shared view for everyone: for its owner and admins',
    params: idParams('view'),
    errors: [404],
    handle: async (request, active) => {
      await removeSharedView(databaseHandle, { id: request.params.id, editor: toEditor(active) });
      return { message: 'View deleted' };
    },
  });
};
