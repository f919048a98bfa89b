import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrate } from '../../src/server/database/migrate.ts';
import { breakingMigrations, migrations } from '../../src/server/database/migrations/index.ts';
import type { Database } from '../../src/server/database/tables.ts';
import { createDatabase, withDatabase } from '../support/databases.ts';

type Column = { name: string; type: string; isNullable: string; hasDefault: boolean };
type Schema = { columns: Map<string, Column>; tables: Set<string>; rules: Map<string, string> };

const readRows = async <Row>(database: Database, text: string): Promise<Row[]> =>
  (await sql<Row>`${sql.raw(text)}`.execute(database)).rows;

/** Columns, and constraints and unique indexes by their definitions. */
const readSchema = async (database: Database): Promise<Schema> => {
  const columns = await readRows<Column & { table: string }>(
    database,
    `select table_name "table", table_name || '.' || column_name "name", data_type "type",
      is_nullable "isNullable", column_default is not null or is_identity = 'YES' "hasDefault"
    from information_schema.columns where table_schema = 'public' and table_name not like 'migration%'`,
  );
  const rules = await readRows<{ table: string; rule: string }>(
    database,
    `select conrelid::regclass::text "table", conrelid::regclass || ' ' || pg_get_constraintdef(oid) "rule"
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'x')
    union all select indrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
    where indisunique and not indisprimary and indrelid::regclass::text not like 'pg_%'`,
  );
  return {
    columns: new Map(columns.map((column) => [column.name, column])),
    tables: new Set(columns.map(({ table }) => table)),
    rules: new Map(rules.map(({ rule, table }) => [rule, table.replaceAll('"', '')])),
  };
};

/** Differences that a server which only knows the schema before would miss, or could violate. */
const findBreaking = (before: Schema, after: Schema): string[] => {
  const breaking: string[] = [];
  for (const [name, { type, isNullable }] of before.columns) {
    const now = after.columns.get(name);
    if (!now) breaking.push(`${name} is gone`);
    else if (now.type !== type) breaking.push(`${name} has another type`);
    else if (now.isNullable === 'NO' && isNullable === 'YES') breaking.push(`${name} is required`);
  }
  for (const [name, { isNullable, hasDefault }] of after.columns) {
    const isNewTable = !before.tables.has(String(name.split('.')[0]));
    if (!(before.columns.has(name) || isNewTable || isNullable === 'YES' || hasDefault))
      breaking.push(`${name} has no default`);
  }
  for (const [rule, table] of after.rules)
    if (!before.rules.has(rule) && before.tables.has(table)) breaking.push(`new rule: ${rule}`);
  return breaking;
};

it('only adds to the schema in all migrations that are not listed as breaking', async () => {
  const { databaseUrl, drop } = await createDatabase('postgres');
  const found = await withDatabase({ dataDir: '', databaseUrl }, async (database) => {
    const breakingByName: Record<string, string[]> = {};
    let before = await readSchema(database);
    for (const name of Object.keys(migrations)) {
      const applied = Object.entries(migrations).filter(([each]) => each <= name);
      await migrate({ database, migrations: Object.fromEntries(applied) });
      const after = await readSchema(database);
      const breaking = findBreaking(before, after);
      if (breaking.length > 0) breakingByName[name] = breaking;
      before = after;
    }
    return breakingByName;
  });
  await drop();
  expect(Object.keys(found), JSON.stringify(found, null, 2)).toEqual(breakingMigrations);
});
