import { nameKey } from '#shared/normalize-text.ts';
import {
  createViewSchema,
  type SavedView,
  savedViewResponseSchema,
  savedViewsResponseSchema,
  updateViewSchema,
} from '#shared/saved-views.ts';
import { newId } from '../database/ids.ts';
import type { Database, SavedViewTable } from '../database/tables.ts';
import { AppError, validationError } from '../lib/app-error.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { listReadable } from './plugins/auth.ts';
import { storeIdempotentResponse } from './plugins/idempotency.ts';
import { idParams } from './records/routes.ts';
import { type App, addRoute } from './route.ts';

type Editor = { userId: string; isAdmin: boolean };

/** Value of `visibleTo` for a shared view. */
const everyone = '';

const toView = ({
  nameKey: _,
  visibleTo,
  columns,
  ...row
}: SavedViewTable & { ownerName: string | null }): SavedView => ({
  ...row,
  isShared: visibleTo === everyone,
  columns: columns === null ? null : JSON.parse(columns),
});

/** The views that a user sees. */
const selectViews = (database: Database, userId: string) =>
  database
    .selectFrom('savedView')
    .leftJoin('user', 'user._id', 'savedView.ownerId')
    .selectAll('savedView')
    .select('user.name as ownerName')
    .where('visibleTo', 'in', [everyone, userId]);

const readView = async (database: Database, id: string, userId: string): Promise<SavedView> => {
  const row = await selectViews(database, userId).where('savedView._id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('notFound', 'This view no longer exists');
  return toView(row);
};

/** Adds or replaces a view. A list has one shared view of a name, and each user one private view. */
const storeView = async (database: Database, { isShared, ownerName: _, ...view }: SavedView): Promise<void> => {
  const row: SavedViewTable = {
    ...view,
    nameKey: nameKey(view.name),
    visibleTo: isShared ? everyone : view.ownerId,
    columns: view.columns && JSON.stringify(view.columns),
  };
  const other = await database
    .selectFrom('savedView')
    .select('_id')
    .where('resource', '=', row.resource)
    .where('visibleTo', '=', row.visibleTo)
    .where('nameKey', '=', row.nameKey)
    .where('_id', '!=', row._id)
    .executeTakeFirst();
  if (other) {
    const message = `A ${isShared ? 'shared ' : ''}view with this name already exists`;
    throw new AppError('conflict', message, { errors: [{ field: 'name', message }] });
  }
  await database
    .insertInto('savedView')
    .values(row)
    .onConflict((conflict) => conflict.column('_id').doUpdateSet(row))
    .execute();
};

const assertMayChange = ({ ownerId, ownerName }: SavedView, { userId, isAdmin }: Editor): void => {
  if (isAdmin || ownerId === userId) return;
  const editors = ownerName === null ? 'an admin' : `${ownerName} or an admin`;
  throw new AppError('forbidden', `Only ${editors} can change this view. You can save a copy.`);
};

const toResponse = (message: string) => (data: SavedView) => ({ message, data });

export const addSavedViews = (app: App, { databaseHandle }: OperationsContext): void => {
  const now = () => new Date().toISOString();

  /** Serializes writes, so that two of them can’t take the same name. */
  const writeViews = <Result>(write: (database: Database) => Promise<Result>): Promise<Result> =>
    databaseHandle.transaction(async (database) => {
      await databaseHandle.lockTable(database, 'savedView');
      return write(database);
    });

  addRoute(app, {
    url: 'GET /v1/views',
    summary: 'List your views of lists and those that are shared with everyone',
    response: savedViewsResponseSchema,
    handle: async (_request, { session: { role, userId } }) => {
      const rows = await selectViews(databaseHandle.database, userId)
        .where('resource', 'in', listReadable(role))
        .orderBy('visibleTo', 'desc')
        .orderBy('nameKey')
        .execute();
      return { message: 'Views found', data: rows.map(toView), total: rows.length };
    },
  });

  addRoute(app, {
    url: 'POST /v1/views',
    summary: 'Save a view of a list, for you or for everyone',
    body: createViewSchema,
    response: savedViewResponseSchema,
    errors: [409],
    handle: async (request, { session: { role, userId } }) => {
      if (!listReadable(role).includes(request.body.resource))
        throw validationError([{ field: 'resource', message: 'There is no such list' }]);
      const toSaved = toResponse('View saved');
      return writeViews(async (database) => {
        const { _id = newId() } = request.body;
        const existing = await database.selectFrom('savedView').select('_id').where('_id', '=', _id).executeTakeFirst();
        if (existing) throw new AppError('conflict', 'This view already exists');
        const createdAt = now();
        const added = { _id, ownerId: userId, ownerName: null, version: 1, createdAt, updatedAt: createdAt };
        await storeView(database, { ...request.body, ...added });
        const view = await readView(database, _id, userId);
        await storeIdempotentResponse(request, toSaved)({ database }, view);
        return toSaved(view);
      });
    },
  });

  addRoute(app, {
    url: 'PATCH /v1/views/:id',
    summary: 'Change a view: for its owner, and a shared one for admins',
    params: idParams('view'),
    body: updateViewSchema,
    response: savedViewResponseSchema,
    errors: [404, 409],
    handle: async ({ params: { id }, body: { version, ...change } }, { session: { userId, role } }) =>
      writeViews(async (database) => {
        const stored = await readView(database, id, userId);
        // Only the owner can stop sharing a view.
        assertMayChange(stored, { userId, isAdmin: role === 'ADMIN' && change.isShared !== false });
        if ((version ?? stored.version) !== stored.version)
          throw new AppError('conflict', 'This view has changed meanwhile', { data: stored });
        await storeView(database, { ...stored, ...change, version: stored.version + 1, updatedAt: now() });
        return toResponse('View saved')(await readView(database, id, userId));
      }),
  });

  addRoute(app, {
    url: 'DELETE /v1/views/:id',
    summary: 'Delete a view: for its owner, and a shared one for admins',
    params: idParams('view'),
    errors: [404],
    handle: async ({ params: { id } }, { session: { userId, role } }) =>
      writeViews(async (database) => {
        assertMayChange(await readView(database, id, userId), { userId, isAdmin: role === 'ADMIN' });
        await database.deleteFrom('savedView').where('_id', '=', id).execute();
        return { message: 'View deleted' };
      }),
  });
};
