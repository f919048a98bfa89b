import type { z } from 'zod';
import { listReferenceFields } from '#shared/resource-kit/fields.ts';
import { findResource } from '#shared/resources/index.ts';
import { type FileUse, fileUsesQuerySchema, fileUsesResponseSchema } from '#shared/used-by.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import type { Database, Row } from '../database/tables.ts';
import { readPage } from '../lib/pages.ts';
import { createRepository } from '../records/repository.ts';
import { selectUsers } from '../resources/asset/uses.ts';
import { listReadable } from './plugins/auth.ts';
import { type App, addRoute } from './route.ts';

/** `resources`: names of the resources that the user may read. */
type Wanted = z.output<typeof fileUsesQuerySchema> & { resources: readonly string[] };

const pickReferences = (resource: Parameters<typeof listReferenceFields>[0], row: Row) =>
  Object.fromEntries(
    listReferenceFields(resource).flatMap(({ name }) =>
      typeof row[name] === 'string' ? [[name, row[name]] as const] : [],
    ),
  );

const describeUsers = async (
  database: Database,
  uses: readonly Pick<FileUse, 'resource' | 'recordId'>[],
): Promise<FileUse[]> => {
  const rows = new Map<string, Row>();
  for (const name of new Set(uses.map(({ resource }) => resource))) {
    const resource = findResource(name);
    const ids = uses.filter((use) => use.resource === name).map(({ recordId }) => recordId);
    if (!resource) continue;
    for (const row of await createRepository(resource, database).findRows(ids)) rows.set(String(row._id), row);
  }
  return uses.flatMap((use) => {
    const [resource, row] = [findResource(use.resource), rows.get(use.recordId)];
    if (!resource || !row) return [];
    const title = String(row[resource.titleField] ?? '');
    return [{ ...use, title, references: pickReferences(resource, row) }];
  });
};

/** Lists the records that use a stored file, without the library. */
const listFileUsers = async (
  database: Database,
  { file, except, pageIndex, pageSize, resources }: Wanted,
): Promise<{ data: FileUse[]; total: number }> => {
  const newestFirst = database
    .selectFrom(selectUsers(database, [file]).as('users'))
    .select(['users.resource', 'users.recordId'])
    .where('users.resource', 'in', resources)
    .where('users.recordId', '!=', except ?? '')
    .orderBy('users.recordId', 'desc');
  const { data, total } = await readPage(newestFirst, { pageIndex, pageSize });
  return { data: await describeUsers(database, data), total };
};

export const addFileUses = (app: App, { database }: Pick<DatabaseHandle, 'database'>): void => {
  addRoute(app, {
    url: 'GET /v1/file/usedBy',
    access: { resource: 'file', action: 'read' },
    summary: 'List the records that use a stored file',
    query: fileUsesQuerySchema,
    response: fileUsesResponseSchema,
    handle: async (request, { session: { role } }) => {
      const found = await listFileUsers(database, { ...request.query, resources: listReadable(role) });
      return { message: 'Uses of the file found', ...found };
    },
  });
};
