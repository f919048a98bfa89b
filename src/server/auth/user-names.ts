import type { Database } from '../database/tables.ts';

/** Finds the names of users by id. Deleted users have none. */
export const findUserNames = async (
  database: Database,
  ids: readonly string[],
): Promise<Map<string | null, string>> => {
  const users = await database
    .selectFrom('user')
    .select(['_id', 'name'])
    .where('_id', 'in', [...new Set(ids)])
    .execute();
  return new Map(users.map(({ _id, name }) => [_id, name]));
};
