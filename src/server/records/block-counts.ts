import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type Database, resourceTables } from '../database/tables.ts';
import { applyFilters, type SearchCriteria } from './list-query.ts';

/**
 * Numbers of matching records by block, into which PostgreSQL divides the records of a large table by a hash of their
 * ids.
 */
export type BlockCounts = Uint32Array;

const totalBlocks = 4096;

/** If more blocks have changed, all records are counted. */
const maxChangedBlocks = 256;

/** Has to be the expression of the index `product_by_block`. */
const blockOf = (id: RawBuilder<unknown>) => sql<number>`(hashtext(${id}) & ${sql.lit(totalBlocks - 1)})`;

type Counted = { block: number; total: string };

const countByBlock = (database: Database, criteria: SearchCriteria) => {
  const block = blockOf(sql.ref(`${criteria.resource.name}._id`));
  return applyFilters(resourceTables(database), criteria)
    .select([block.as('block'), sql<string>`count(*)`.as('total')])
    .groupBy(block);
};

export const countAllBlocks = async (database: Database, criteria: SearchCriteria): Promise<BlockCounts> => {
  const counts = new Uint32Array(totalBlocks);
  for (const { block, total } of await countByBlock(database, criteria).execute()) counts[block] = Number(total);
  return counts;
};

/** Returns the counts after a change of these blocks. */
export const recountBlocks = async (
  database: Database,
  { criteria, counts, blocks }: { criteria: SearchCriteria; counts: BlockCounts; blocks: readonly number[] },
): Promise<BlockCounts> => {
  const table = sql.table(criteria.resource.name);
  // Reads the blocks first: PostgreSQL underestimates how long a search index takes.
  const { rows } = await sql<Counted>`
    with ${table} as materialized (select * from ${table} where ${blockOf(sql.ref('_id'))} = any(${blocks}::integer[]))
    select * from ${countByBlock(database, criteria)} as counted
  `.execute(database);
  const recounted = counts.slice();
  for (const block of blocks) recounted[block] = 0;
  for (const { block, total } of rows) recounted[block] = Number(total);
  return recounted;
};

/** Returns the blocks changed by transactions that a snapshot doesn't include; null if they are unknown or too many. */
export const findChangedBlocks = async (
  database: Database,
  { resource, snapshot }: { resource: Resource; snapshot: string },
): Promise<number[] | null> => {
  const { rows } = await sql<{ block: number | null }>`
    select distinct block from "tableChange" left join lateral unnest(blocks) as block on true
    where resource = ${resource.name} and not pg_visible_in_snapshot("transactionId", ${snapshot}::pg_snapshot)
  `.execute(database);
  const blocks = rows.flatMap(({ block }) => block ?? []);
  return blocks.length === rows.length && blocks.length <= maxChangedBlocks ? blocks : null;
};
