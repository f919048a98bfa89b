import { getHomeFilters, type Home, homeCounts } from '#shared/home.ts';
import { can } from '#shared/permissions.ts';
import { findResource } from '#shared/resources/index.ts';
import type { Role } from '#shared/roles.ts';
import type { Database } from '../database/tables.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { createRepository } from '../records/repository.ts';

/** Counts the records that need attention, by one query each, of the resources that the role may read. */
export const countForHome = async (
  {
    databaseHandle,
    getHooks,
  }: Pick<OperationsContext, 'getHooks'> & {
    databaseHandle: { database: Database };
  },
  { role, userId }: { role: Role; userId: string },
): Promise<Home['counts']> => {
  const counts: Home['counts'] = [];
  for (const count of homeCounts) {
    const resource = findResource(count.resource);
    if (!resource || !can({ role, action: 'read', resource: resource.name })) continue;
    const repository = createRepository(resource, databaseHandle.database, getHooks(resource.name));
    const total = await repository.count({ query: '', filters: getHomeFilters(count, userId) });
    counts.push({ name: count.name, total });
  }
  return counts;
};
