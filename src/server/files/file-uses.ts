import type { Database } from '../database/tables.ts';
import { insertRows } from '../database/write-rows.ts';

type Use = { file: string; field: string };

export type UsesChange = { recordId: string; before: readonly Use[]; after: readonly Use[] };

const toKey = ({ file, field }: Use) => `${field} ${file}`;

const difference = (uses: readonly Use[], others: readonly Use[]): Use[] => {
  const remaining = new Map(uses.map((use) => [toKey(use), use]));
  for (const other of others) remaining.delete(toKey(other));
  return [...remaining.values()];
};

export const changeFileUses = async (
  database: Database,
  { resource, changes }: { resource: string; changes: readonly UsesChange[] },
): Promise<void> => {
  const added: (Use & { resource: string; recordId: string })[] = [];
  for (const { recordId, before, after } of changes) {
    for (const use of difference(after, before)) added.push({ ...use, resource, recordId });
    for (const { file, field } of difference(before, after)) {
      await database
        .deleteFrom('fileUse')
        .where('resource', '=', resource)
        .where('recordId', '=', recordId)
        .where('field', '=', field)
        .where('file', '=', file)
        .execute();
    }
  }
  await insertRows(database, { table: 'fileUse', rows: added, onConflict: 'skip' });
};

type DeletedUses = { database: Database; resource: string; recordIds: string[] };

export const deleteFileUses = async ({ database, resource, recordIds }: DeletedUses): Promise<void> => {
  await database.deleteFrom('fileUse').where('resource', '=', resource).where('recordId', 'in', recordIds).execute();
};

export const findUsedFiles = async (database: Database, names: string[]): Promise<Set<string>> => {
  const rows = await database.selectFrom('fileUse').select('file').distinct().where('file', 'in', names).execute();
  return new Set(rows.map(({ file }) => file));
};
