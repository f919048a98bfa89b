import type { FieldError } from '#shared/api.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { invalid } from '../failure.ts';
import { type Database, type Row, resourceTables } from '../storage/tables.ts';

/** Refuses values that refer to records which do not exist. */
export const refuseMissingReferences = async ({
  resource,
  values,
  database,
}: {
  resource: Resource;
  values: Row;
  database: Database;
}): Promise<void> => {
  const errors: FieldError[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const id = values[name];
    if (field.kind !== 'reference' || typeof id !== 'string') continue;
    const found = await resourceTables(database)
      .selectFrom(field.to)
      .select('_id')
      .where('_id', '=', id)
      .executeTakeFirst();
    if (!found) errors.push({ field: name, message: `${field.label} does not exist. Choose another one` });
  }
  if (errors.length > 0) throw invalid(errors);
};
