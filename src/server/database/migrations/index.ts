import type { Migration } from 'kysely';
import { up as up0001 } from './0001-baseline.ts';
import { up as up0002 } from './0002-saved-views.ts';
import { up as up0003 } from './0003-site.ts';
import { up as up0004 } from './0004-slugs.ts';
import { up as up0005 } from './0005-previews.ts';
import { up as up0006 } from './0006-webhooks.ts';
import { up as up0007 } from './0007-catalogue-designs.ts';
import { up as up0008 } from './0008-findings.ts';
import { up as up0009 } from './0009-assets.ts';
import { up as up0010 } from './0010-variant-gtins.ts';
import { up as up0011 } from './0011-photos.ts';
import { up as up0012 } from './0012-images.ts';
import { up as up0013 } from './0013-similar-images.ts';

/** All migrations in order. A released migration never changes; a later one corrects it. */
export const migrations: Record<string, Migration> = {
  '0001-baseline': { up: up0001 },
  '0002-saved-views': { up: up0002 },
  '0003-site': { up: up0003 },
  '0004-slugs': { up: up0004 },
  '0005-previews': { up: up0005 },
  '0006-webhooks': { up: up0006 },
  '0007-catalogue-designs': { up: up0007 },
  '0008-findings': { up: up0008 },
  '0009-assets': { up: up0009 },
  '0010-variant-gtins': { up: up0010 },
  '0011-photos': { up: up0011 },
  '0012-images': { up: up0012 },
  '0013-similar-images': { up: up0013 },
};

/**
 * Migrations that remove, rename or restrict what earlier versions use, so no server of an earlier version works with them.
 * All others only add, and servers of earlier versions keep working. A test compares this list with the migrations.
 */
export const breakingMigrations: readonly string[] = [];

/** The first and the last migration of the version before the baseline, whose schema is that of the baseline. */
export const versionBefore = { first: '0001-accounts', last: '0033-changed-blocks' };
