import type { Database } from '../storage/tables.ts';

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
  await database
    .deleteFrom('fileUse')
    .where('resource', '=', resource)
    .where('recordId', 'in', recordIds)
    .execute();
};

const namesAtOnce = 500;

/** Which of these files some record uses. */
export const findUsedFiles = async (database: Database, names: string[]): Promise<Set<string>> => {
  const used = new Set<string>();
  for (let at = 0; at < names.length; at += namesAtOnce) {
    const rows = await database
      .selectFrom('fileUse')
      .select('file')
      .distinct()
      .where('file', 'in', names.slice(at, at + namesAtOnce))
      .execute();
    for (const { file } of rows) used.add(file);
  }
  return used;
};
