import { nameKey } from '#shared/normalize-text.ts';
import type { NewSharedView, SharedView, SharedViewChange } from '#shared/shared-views.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { newId } from '../database/ids.ts';
import type { Database, SharedViewTable } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';

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

export const listSharedViews = async (database: Database, resources: readonly string[]): Promise<SharedView[]> => {
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

export const createSharedView = (
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

export const updateSharedView = (
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

export const removeSharedView = (
  databaseHandle: DatabaseHandle,
  { id, editor }: { id: string; editor: Editor },
): Promise<void> =>
  writeViews(databaseHandle, async (database) => {
    assertMayChange(await readView(database, id), editor);
    await database.deleteFrom('sharedView').where('_id', '=', id).execute();
  });
