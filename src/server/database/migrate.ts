import { type Migration, Migrator } from 'kysely';
import { versionBefore } from './migrations/index.ts';
import { type Database, resourceTables } from './tables.ts';

type Migrations = Record<string, Migration>;

type MigrationOptions = { database: Database; migrations: Migrations };

const migrationTable = 'migration';

export const findUnknownMigrations = async ({ database, migrations }: MigrationOptions): Promise<string[]> => {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === migrationTable)) return [];
  const done = await resourceTables(database).selectFrom(migrationTable).select('name').execute();
  return done.map(({ name }) => String(name)).filter((name) => !(name in migrations));
};

/** Whether migrations of the version before the baseline have made a database. */
export const isOfVersionBefore = (applied: readonly string[]): boolean => applied.includes(versionBefore.first);

const createMigrator = (database: Database, migrations: Migrations): Migrator =>
  new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    migrationTableName: migrationTable,
    migrationLockTableName: 'migrationLock',
  });

/** True if a database has both applied and pending migrations. */
export const hasPendingMigrations = async ({ database, migrations }: MigrationOptions): Promise<boolean> => {
  const all = await createMigrator(database, migrations).getMigrations();
  return all.some(({ executedAt }) => executedAt) && all.some(({ executedAt }) => !executedAt);
};

/** Applies all pending migrations in one transaction. */
export const migrate = async ({ database, migrations }: MigrationOptions): Promise<void> => {
  const { error } = await createMigrator(database, migrations).migrateToLatest();
  if (error) throw error;
};
