import type { FieldError } from '#shared/api.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { inSentence } from '#shared/resource/words.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { invalid } from '../lib/failure.ts';

/** Refuses values that refer to records which do not exist; `known` are those that were looked up already. */
export const refuseMissingReferences = async ({
  resource,
  values,
  database,
  known = new Set(),
}: {
  resource: Resource;
  values: Row;
  database: Database;
  known?: Set<string>;
}): Promise<void> => {
  const errors: FieldError[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const id = values[name];
    if (field.kind !== 'reference' || typeof id !== 'string') continue;
    const reference = `${field.to} ${id}`;
    if (known.has(reference)) continue;
    const found = await resourceTables(database)
      .selectFrom(field.to)
      .select('_id')
      .where('_id', '=', id)
      .executeTakeFirst();
    if (found) known.add(reference);
    else
      errors.push({
        field: name,
        message: `This ${inSentence(field.label)} no longer exists. Select another one.`,
      });
  }
  if (errors.length > 0) throw invalid(errors);
};
