import { type Migration, Migrator } from 'kysely';
import { type Database, resourceTables } from './tables.ts';

export type Migrations = Record<string, Migration>;

const migrationTable = 'migration';

/** The migrations that the database went through and this version of the app does not know. */
export const findUnknownMigrations = async ({
  database,
  migrations,
}: {
  database: Database;
  migrations: Migrations;
}): Promise<string[]> => {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === migrationTable)) return [];
  const done = await resourceTables(database).selectFrom(migrationTable).select('name').execute();
  return done.map(({ name }) => String(name)).filter((name) => !(name in migrations));
};

/** Brings a database up to date, all in one transaction. */
export const migrate = async ({
  database,
  migrations,
}: {
  database: Database;
  migrations: Migrations;
}): Promise<void> => {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    migrationTableName: migrationTable,
    migrationLockTableName: 'migrationLock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
};
