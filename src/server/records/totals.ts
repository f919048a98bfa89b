import { sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type Database, isSqlite } from '../database/tables.ts';
import { includesAll } from './filters.ts';

/** Identifies the committed content of a table, by its log of changes. */
type TableState = { version: string; total: number };

type CachedTotal = { version: string; total: Promise<number> };

const maxCachedTotals = 1000;
const caches = new WeakMap<Database, Map<string, CachedTotal>>();

const getCache = (database: Database): Map<string, CachedTotal> => {
  const cache = caches.get(database) ?? new Map<string, CachedTotal>();
  caches.set(database, cache);
  return cache;
};

/** Returns undefined for tables without a log. */
const readTableState = async (database: Database, { name }: Resource): Promise<TableState | undefined> => {
  if (isSqlite(database)) return undefined;
  const { entries, last, total } = await database
    .selectFrom('tableChange')
    .select([
      sql<string>`count(*)`.as('entries'),
      sql<string | null>`max(position)`.as('last'),
      sql<string | null>`sum(added)`.as('total'),
    ])
    .where('resource', '=', name)
    .executeTakeFirstOrThrow();
  // Entries are only added, or replaced by one with a higher position.
  return last === null ? undefined : { version: `${last}/${entries}`, total: Number(total) };
};

type Counted = {
  resource: Resource;
  words: readonly string[];
  filters: Readonly<Record<string, string>>;
};

/** The rows of link tables change without their record. */
const dependsOnOtherTables = ({ resource, filters }: Counted): boolean =>
  Object.keys(filters).some((name) => resource.links?.[name] !== undefined);

/**
 * Returns the exact total of a list. In tables with a log, it counts only the first of equal requests until the next
 * change, and reads the total of a whole table from the log.
 */
export const readTotal = async (
  database: Database,
  { counted, count }: { counted: Counted; count: () => Promise<number> },
): Promise<number> => {
  const { resource, words, filters } = counted;
  if (dependsOnOtherTables(counted)) return count();
  const state = await readTableState(database, resource);
  if (!state) return count();
  if (includesAll(counted)) return state.total;
  const cache = getCache(database);
  const key = JSON.stringify([resource.name, words, filters]);
  const cached = cache.get(key);
  if (cached?.version === state.version) return cached.total;
  const total = count();
  cache.delete(key);
  cache.set(key, { version: state.version, total });
  const [oldest] = cache.keys();
  if (cache.size > maxCachedTotals && oldest !== undefined) cache.delete(oldest);
  total.catch(() => cache.delete(key));
  return total;
};

/** Replaces the entries of each table by one. Only one server may do this at a time. */
export const compactTableChanges = async (database: Database): Promise<void> => {
  if (isSqlite(database)) return;
  await sql`
    with merged as (delete from "tableChange" returning resource, added)
    insert into "tableChange" (resource, added) select resource, sum(added) from merged group by resource
  `.execute(database);
};
