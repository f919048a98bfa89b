import { nameKey } from '#shared/name-key.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { listReferenceFields } from '#shared/resource-kit/fields.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';

const batchSize = 10_000;

/** Selected columns of all records of a resource, in pages. */
export async function* scanRows(
  database: Database,
  { resource, columns }: { resource: Resource; columns: readonly string[] },
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const rows = await resourceTables(database)
      .selectFrom(resource.name)
      .select(['_id', ...columns])
      .where('_id', '>', after)
      .orderBy('_id')
      .limit(batchSize)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    after = String(rows.at(-1)?._id);
    await yieldToEventLoop();
  }
}

export const loadLookup = async (database: Database, resource: Resource) => {
  const byName = new Map<string, Row[]>();
  const add = (row: Row) => {
    const key = nameKey(row[resource.titleField]);
    const existing = byName.get(key);
    if (existing) existing.push(row);
    else byName.set(key, [row]);
  };
  const columns = [resource.titleField, ...listReferenceFields(resource).map(({ name }) => name)];
  for await (const rows of scanRows(database, { resource, columns })) for (const row of rows) add(row);
  return {
    resource,
    add,
    /** Returns the records of that name, each with the ids that it refers to. */
    find: (name: string): Row[] => byName.get(nameKey(name)) ?? [],
    all: (): Row[] => [...byName.values()].flat(),
  };
};

export type RecordLookup = Awaited<ReturnType<typeof loadLookup>>;
