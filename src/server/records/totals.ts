import { sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type Database, isSqlite } from '../database/tables.ts';
import { type BlockCounts, countAllBlocks, findChangedBlocks, recountBlocks } from './block-counts.ts';
import { includesAll } from './filters.ts';
import type { SearchCriteria } from './list-query.ts';

/** Identifies the committed content of a table, by its log of changes. The snapshot is not newer than the rest. */
type TableState = { version: string; snapshot: string; total: number };

/** `blocks` is null until a total is counted again. */
type Counted = { total: number; blocks: BlockCounts | null };

type CachedTotal = { state: TableState; counted: Promise<Counted> };

const maxCachedTotals = 500;
const caches = new WeakMap<Database, Map<string, CachedTotal>>();

const getCache = (database: Database): Map<string, CachedTotal> => {
  const cache = caches.get(database) ?? new Map<string, CachedTotal>();
  caches.set(database, cache);
  return cache;
};

/** Returns undefined for tables without a log. */
const readTableState = async (database: Database, { name }: Resource): Promise<TableState | undefined> => {
  if (isSqlite(database)) return undefined;
  const { entries, last, total, snapshot } = await database
    .selectFrom('tableChange')
    .select([
      sql<string>`pg_current_snapshot()::text`.as('snapshot'),
      sql<string>`count(*)`.as('entries'),
      sql<string | null>`max(position)`.as('last'),
      sql<string | null>`sum(added)`.as('total'),
    ])
    .where('resource', '=', name)
    .executeTakeFirstOrThrow();
  // Entries are only added, or replaced by one with a higher position.
  return last === null ? undefined : { version: `${last}/${entries}`, snapshot, total: Number(total) };
};

/** The rows of link tables change without their record. */
const dependsOnOtherTables = ({ resource, filters }: SearchCriteria): boolean =>
  Object.keys(filters).some((name) => resource.links?.[name] !== undefined);

/** Counts the changed blocks, if they are known, and otherwise all records. */
const countAgain = async (
  database: Database,
  { criteria, cached }: { criteria: SearchCriteria; cached: CachedTotal },
): Promise<Counted> => {
  const { resource } = criteria;
  const counts = await cached.counted.then(({ blocks }) => blocks).catch(() => null);
  const changed = counts && (await findChangedBlocks(database, { resource, snapshot: cached.state.snapshot }));
  const blocks = changed
    ? await recountBlocks(database, { criteria, counts, blocks: changed })
    : await countAllBlocks(database, criteria);
  return { blocks, total: blocks.reduce((sum, count) => sum + count, 0) };
};

/**
 * Returns the exact total of a list. In tables with a log, it counts only the first of equal requests until the next
 * change, and reads the total of a whole table from the log.
 */
export const readTotal = async (
  database: Database,
  { criteria, count }: { criteria: SearchCriteria; count: () => Promise<number> },
): Promise<number> => {
  const { resource, words, filters } = criteria;
  if (dependsOnOtherTables(criteria)) return count();
  const state = await readTableState(database, resource);
  if (!state) return count();
  if (includesAll(criteria)) return state.total;
  const cache = getCache(database);
  const key = JSON.stringify([resource.name, words, filters]);
  const cached = cache.get(key);
  if (cached?.state.version === state.version) return (await cached.counted).total;
  const counted = cached
    ? countAgain(database, { criteria, cached })
    : count().then((total) => ({ total, blocks: null }));
  const current = { state, counted };
  cache.delete(key);
  cache.set(key, current);
  const [oldest] = cache.keys();
  if (cache.size > maxCachedTotals && oldest !== undefined) cache.delete(oldest);
  counted.catch(() => {
    if (cache.get(key) === current) cache.delete(key);
  });
  return (await counted).total;
};

/** Replaces the entries of each table by one. Only one server may do this at a time. */
export const compactTableChanges = async (database: Database): Promise<void> => {
  if (isSqlite(database)) return;
  await sql`
    with merged as (
      delete from "tableChange" where resource in (select resource from "tableChange" group by resource having count(*) > 1)
      returning resource, added
    )
    insert into "tableChange" (resource, added) select resource, sum(added) from merged group by resource
  `.execute(database);
};
