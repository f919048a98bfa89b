import { type RawBuilder, sql } from 'kysely';
import { productVariant } from '#shared/product/variant.ts';
import { findResource } from '#shared/resources/index.ts';
import { product } from '#shared/resources/product.ts';
import { type Database, isSqlite } from '../database/tables.ts';
import { historyOwner } from '../records/add-entries.ts';

/** Rows of `table` that refer to missing rows of `parent`. */
export type OrphanRows = { table: string; parent: string; total: number };

type Reference = {
  table: string;
  column: string;
  parent: string;
  parentColumn: string;
  where?: RawBuilder<unknown>;
};

const readSqliteReferences = async (database: Database): Promise<Reference[]> => {
  const { rows } = await sql<Reference>`
    select child.name as "table", reference."from" as "column", reference."table" as parent,
      coalesce(reference."to", '_id') as "parentColumn"
    from sqlite_master as child join pragma_foreign_key_list(child.name) as reference where child.type = 'table'
  `.execute(database);
  return rows;
};

const readPostgresReferences = async (database: Database): Promise<Reference[]> => {
  const { rows } = await sql<Reference>`
    select child.relname as "table", "from".attname as "column", parent.relname as parent, "to".attname as "parentColumn"
    from pg_constraint as reference
    join pg_class as child on child.oid = reference.conrelid
    join pg_class as parent on parent.oid = reference.confrelid
    join pg_attribute as "from" on "from".attrelid = child.oid and "from".attnum = reference.conkey[1]
    join pg_attribute as "to" on "to".attrelid = parent.oid and "to".attnum = reference.confkey[1]
    where reference.contype = 'f' and child.relnamespace = current_schema()::regnamespace
  `.execute(database);
  return rows;
};

const findOwnerTable = (resource: string): string | undefined => {
  if (resource === historyOwner) return resource;
  return resource === productVariant.name ? product.name : findResource(resource)?.name;
};

/** Uses of files have no foreign key, because their owners are in different tables. */
const readFileReferences = async (database: Database): Promise<Reference[]> => {
  const rows = await database.selectFrom('fileUse').select('resource').distinct().execute();
  return rows.flatMap(({ resource }) => {
    const parent = findOwnerTable(resource);
    const where = sql`child.resource = ${resource}`;
    return parent ? [{ table: 'fileUse', column: 'recordId', parent, parentColumn: '_id', where }] : [];
  });
};

const countOrphans = async (database: Database, reference: Reference): Promise<number> => {
  const { table, column, parent, parentColumn, where = sql`1 = 1` } = reference;
  const { rows } = await sql<{ total: number | string }>`
    select count(*) as total from ${sql.table(table)} as child
    where ${sql.ref(`child.${column}`)} is not null and ${where} and not exists (
      select 1 from ${sql.table(parent)} as parent
      where ${sql.ref(`parent.${parentColumn}`)} = ${sql.ref(`child.${column}`)}
    )
  `.execute(database);
  return Number(rows[0]?.total ?? 0);
};

/** Counts rows that refer to rows that don't exist. The database prevents them, unless it is damaged or was edited. */
export const findOrphanRows = async (database: Database): Promise<OrphanRows[]> => {
  const references = isSqlite(database) ? await readSqliteReferences(database) : await readPostgresReferences(database);
  const found: OrphanRows[] = [];
  for (const reference of [...references, ...(await readFileReferences(database))]) {
    const total = await countOrphans(database, reference);
    if (total > 0) found.push({ table: reference.table, parent: reference.parent, total });
  }
  return found;
};
