import { inChunks } from '../database/chunks.ts';
import type { Database } from '../database/tables.ts';

/** Finds the names of users by id. Deleted users have none. */
export const findUserNames = async (
  database: Database,
  ids: readonly string[],
): Promise<Map<string | null, string>> => {
  const names = new Map<string | null, string>();
  for (const chunk of inChunks([...new Set(ids)])) {
    const users = await database
      .selectFrom('user')
      .select(['_id', 'name'])
      .where('_id', 'in', chunk)
      .execute();
    for (const { _id, name } of users) names.set(_id, name);
  }
  return names;
};
