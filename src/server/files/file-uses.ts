import { inPortions } from '../database/portions.ts';
import type { Database } from '../database/tables.ts';

type Use = { file: string; field: string };

/** Notes which files a record uses, in place of what was noted before. */
export const replaceFileUses = async ({
  database,
  resource,
  recordId,
  uses,
}: {
  database: Database;
  resource: string;
  recordId: string;
  uses: Use[];
}): Promise<void> => {
  await forgetFileUses({ database, resource, recordIds: [recordId] });
  if (uses.length === 0) return;
  await database
    .insertInto('fileUse')
    .values(uses.map((use) => ({ ...use, resource, recordId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Forgets which files deleted records used. */
export const forgetFileUses = async ({
  database,
  resource,
  recordIds,
}: {
  database: Database;
  resource: string;
  recordIds: string[];
}): Promise<void> => {
  for (const some of inPortions(recordIds)) {
    await database
      .deleteFrom('fileUse')
      .where('resource', '=', resource)
      .where('recordId', 'in', some)
      .execute();
  }
};

/** Which of these files some record uses. */
export const findUsedFiles = async (database: Database, names: string[]): Promise<Set<string>> => {
  const used = new Set<string>();
  for (const some of inPortions(names)) {
    const rows = await database
      .selectFrom('fileUse')
      .select('file')
      .distinct()
      .where('file', 'in', some)
      .execute();
    for (const { file } of rows) used.add(file);
  }
  return used;
};
