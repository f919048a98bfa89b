import type { Migration } from 'kysely';
import { up as up0001 } from './0001-baseline.ts';
import { up as up0002 } from './0002-saved-views.ts';

/** All migrations in order. A released migration never changes; a later one corrects it. */
export const migrations: Record<string, Migration> = {
  '0001-baseline': { up: up0001 },
  '0002-saved-views': { up: up0002 },
};

/**
 * Migrations that remove, rename or restrict what earlier versions use, so no server of an earlier version works with them.
 * All others only add, and servers of earlier versions keep working. A test compares this list with the migrations.
 */
export const breakingMigrations: readonly string[] = [];

/** The first and the last migration of the version before the baseline, whose schema is that of the baseline. */
export const versionBefore = { first: '0001-accounts', last: '0033-changed-blocks' };
