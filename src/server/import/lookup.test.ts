import BetterSqlite from 'better-sqlite3';
import { SqliteDialect } from 'kysely';
import { expect, it } from 'vitest';
import { country } from '#shared/resources/geography.ts';
import { createQueryBuilder } from '../database/query-builder.ts';
import { loadLookup } from './lookup.ts';

it('finds any number of names', async () => {
  const connection = new BetterSqlite(':memory:');
  connection.exec(`create table country (_id text primary key, name text);
    with recursive number (value) as (select 1 union all select value + 1 from number where value < 20001)
    insert into country select printf('%06d', value), 'Country ' || value from number`);
  const database = createQueryBuilder({ dialect: new SqliteDialect({ database: connection }) });
  const { find } = await loadLookup(database, country);
  const found = [1, 10_000, 10_001, 20_000, 20_001].map((number) => find(`country  ${number}`).length);
  expect(found).toEqual([1, 1, 1, 1, 1]);
  expect(find('Country 20002')).toEqual([]);
  await database.destroy();
});
