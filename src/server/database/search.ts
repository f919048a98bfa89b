import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { resources } from '#shared/resources/index.ts';
import type { DatabaseHandle } from './database-handle.ts';
import { listIndexes } from './declared-tables.ts';
import { searchColumn, searchKeyColumn } from './schema.ts';
import { type Database, isSqlite } from './tables.ts';

/**
 * Each word in a record's search text follows a space and one of these: words of the title, whole codes and the
 * short words of referenced records can be searched for by their mark.
 */
export const marks = { text: ' ', title: '\u0002', code: '\u0003', reference: '\u0004' };

/** Content of a search text: a part of a text, or all or any of several. */
export type Match = string | { all: readonly Match[] } | { any: readonly Match[] } | { all: Match[]; not: Match[] };

/** A pattern for `like ... escape '\'` that finds the text anywhere. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export const searchIndexName = (resource: Resource): string => `${resource.name}_words`;

const toFtsExpression = (match: Match): string => {
  if (typeof match === 'string') return `"${match.replaceAll('"', '""')}"`;
  if ('any' in match) return `(${match.any.map(toFtsExpression).join(' OR ')})`;
  const all = `(${match.all.map(toFtsExpression).join(' AND ')})`;
  return 'not' in match ? `(${[all, ...match.not.map(toFtsExpression)].join(' NOT ')})` : all;
};

/** Condition on a row of SQLite's search table. Parts of a text have at least three characters. */
export const matchesFts = (resource: Resource, match: Match): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(searchIndexName(resource))} match ${toFtsExpression(match)}`;

const matchesLike = (text: RawBuilder<unknown>, match: Match): RawBuilder<boolean> => {
  if (typeof match === 'string') return sql<boolean>`${text} like ${likePattern(match)} escape '\\'`;
  const matches = (parts: readonly Match[]) => parts.map((part) => matchesLike(text, part));
  if ('any' in match) return sql<boolean>`(${sql.join(matches(match.any), sql` or `)})`;
  const excluded = 'not' in match ? matches(match.not).map((part) => sql`not ${part}`) : [];
  return sql<boolean>`(${sql.join([...matches(match.all), ...excluded], sql` and `)})`;
};

/** Condition on a record's row. */
export const matchesSearch = (
  resource: Resource,
  { match, hasFtsTable }: { match: Match; hasFtsTable: boolean },
): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${resource.name}.${name}`);
  if (!hasFtsTable) return matchesLike(column(searchColumn), match);
  const table = sql.table(searchIndexName(resource));
  return sql<boolean>`${column(searchKeyColumn)} in (select rowid from ${table} where ${matchesFts(resource, match)})`;
};

type Definition = { type: string; name: string; text: string };

const quoted = (name: string) => `"${name}"`;

/** A resource's search index on SQLite: an FTS5 table of trigrams, and triggers that keep it up to date. */
const buildDefinitions = (resource: Resource): Definition[] => {
  const index = searchIndexName(resource);
  const [table, indexTable, key] = [quoted(resource.name), quoted(index), quoted(searchKeyColumn)];
  const add = `insert into ${indexTable} (rowid, search) values (new.${key}, new.search);`;
  const remove = `insert into ${indexTable} (${indexTable}, rowid, search) values ('delete', old.${key}, old.search);`;
  const trigger = (name: string, event: string, statements: string) => ({
    type: 'trigger',
    name: `${index}_${name}`,
    text: `CREATE TRIGGER ${quoted(`${index}_${name}`)} after ${event} begin ${statements} end`,
  });
  return [
    {
      type: 'index',
      name: `${index}_key`,
      text: `CREATE UNIQUE INDEX ${quoted(`${index}_key`)} on ${table} (${key})`,
    },
    {
      type: 'table',
      name: index,
      text: `CREATE VIRTUAL TABLE ${indexTable} using fts5(search, content=${quoted(resource.name)}, content_rowid='${searchKeyColumn}', tokenize='trigram case_sensitive 1')`,
    },
    trigger('insert', `insert on ${table}`, add),
    trigger('delete', `delete on ${table}`, remove),
    trigger('update', `update of search on ${table} when old.search is not new.search`, `${remove} ${add}`),
  ];
};

const isComplete = async (database: Database, definitions: Definition[]): Promise<boolean> => {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where name in (${sql.join(definitions.map(({ name }) => name))})
  `.execute(database);
  const existing = new Set(rows.map((row) => row.sql));
  return definitions.every(({ text }) => existing.has(text));
};

const ensureOnSqlite = async ({ database, transaction }: DatabaseHandle): Promise<void> => {
  for (const resource of resources) {
    const definitions = buildDefinitions(resource);
    if (await isComplete(database, definitions)) continue;
    await transaction(async (trx) => {
      for (const { type, name } of definitions.toReversed()) {
        await sql`drop ${sql.raw(type)} if exists ${sql.ref(name)}`.execute(trx);
      }
      for (const { text } of definitions) await sql.raw(text).execute(trx);
      const indexTable = sql.ref(searchIndexName(resource));
      await sql`insert into ${indexTable} (${indexTable}) values ('rebuild')`.execute(trx);
    });
  }
};

/**
 * How many values of `search` PostgreSQL keeps to estimate how many records match. With 100, its default, it takes a
 * word in one of 60 products for one in 10,000, and sorts all matches instead of reading the order.
 */
const searchStatistics = 500;

const ensureOnPostgres = async ({ database, transaction }: DatabaseHandle, onWarning: (text: string) => void) => {
  try {
    await sql`create extension if not exists pg_trgm`.execute(database);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    onWarning(`Search will be slower: the pg_trgm extension isn't available (${reason})`);
    return;
  }
  await transaction(async (trx) => {
    // Creating an existing index would wait for all writers of its table.
    const existing = await listIndexes(trx);
    for (const resource of resources) {
      const index = searchIndexName(resource);
      if (existing.has(index)) continue;
      const table = sql.table(resource.name);
      await sql`create index ${sql.ref(index)} on ${table} using gin (search gin_trgm_ops)`.execute(trx);
      await sql`alter table ${table} alter column search set statistics ${sql.lit(searchStatistics)}`.execute(trx);
      await sql`analyze ${table}`.execute(trx);
    }
  });
};

/**
 * Creates missing search indexes when a database is opened. They depend only on records and fields, so they need no
 * migration. The caller holds the lock `start`. `onWarning` is called if the database doesn't support them.
 */
export const ensureSearchIndexes = (
  databaseHandle: DatabaseHandle,
  onWarning: (text: string) => void,
): Promise<void> =>
  isSqlite(databaseHandle.database) ? ensureOnSqlite(databaseHandle) : ensureOnPostgres(databaseHandle, onWarning);
