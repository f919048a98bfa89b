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

const createMigrator = (database: Database, migrations: Migrations): Migrator =>
  new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    migrationTableName: migrationTable,
    migrationLockTableName: 'migrationLock',
  });

/** Whether a database that is in use is about to be changed by migrations. */
export const isMigrationDue = async ({
  database,
  migrations,
}: {
  database: Database;
  migrations: Migrations;
}): Promise<boolean> => {
  const all = await createMigrator(database, migrations).getMigrations();
  return all.some(({ executedAt }) => executedAt) && all.some(({ executedAt }) => !executedAt);
};

/** Brings a database up to date, all in one transaction. */
export const migrate = async ({
  database,
  migrations,
}: {
  database: Database;
  migrations: Migrations;
}): Promise<void> => {
  const migrator = createMigrator(database, migrations);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
};
