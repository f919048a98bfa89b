import type { Migration } from 'kysely';
import { up as up0001 } from './0001-accounts.ts';
import { up as up0002 } from './0002-first-resources.ts';
import { up as up0003 } from './0003-all-resources.ts';
import { up as up0004 } from './0004-credentials.ts';
import { up as up0005 } from './0005-history.ts';
import { up as up0006 } from './0006-products-and-jobs.ts';
import { up as up0007 } from './0007-kept-answers.ts';
import { up as up0008 } from './0008-ordered-indexes.ts';
import { up as up0009 } from './0009-servers-of-jobs.ts';
import { up as up0010 } from './0010-variant-words.ts';
import { up as up0011 } from './0011-plain-specification.ts';
import { up as up0012 } from './0012-permanent-deletion.ts';
import { up as up0013 } from './0013-file-names.ts';
import { up as up0014 } from './0014-standard-names.ts';
import { up as up0015 } from './0015-captions.ts';
import { up as up0016 } from './0016-sign-in.ts';
import { up as up0017 } from './0017-account-security.ts';
import { up as up0018 } from './0018-audit.ts';
import { up as up0019 } from './0019-shared-state.ts';
import { up as up0021 } from './0021-change-feed.ts';
import { up as up0023 } from './0023-product-list.ts';
import { up as up0026 } from './0026-presence.ts';
import { up as up0027 } from './0027-attribute-editor-completeness.ts';
import { up as up0028 } from './0028-shared-views.ts';
import { up as up0029 } from './0029-comments.ts';
import { up as up0031 } from './0031-table-changes.ts';
import { up as up0033 } from './0033-changed-blocks.ts';

/** All migrations in order. A released migration never changes; a later one corrects it. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': { up: up0001 },
  '0002-first-resources': { up: up0002 },
  '0003-all-resources': { up: up0003 },
  '0004-credentials': { up: up0004 },
  '0005-history': { up: up0005 },
  '0006-products-and-jobs': { up: up0006 },
  '0007-kept-answers': { up: up0007 },
  '0008-ordered-indexes': { up: up0008 },
  '0009-servers-of-jobs': { up: up0009 },
  '0010-variant-words': { up: up0010 },
  '0011-plain-specification': { up: up0011 },
  '0012-permanent-deletion': { up: up0012 },
  '0013-file-names': { up: up0013 },
  '0014-standard-names': { up: up0014 },
  '0015-captions': { up: up0015 },
  '0016-sign-in': { up: up0016 },
  '0017-account-security': { up: up0017 },
  '0018-audit': { up: up0018 },
  '0019-shared-state': { up: up0019 },
  '0021-change-feed': { up: up0021 },
  '0023-product-list': { up: up0023 },
  '0026-presence': { up: up0026 },
  '0027-attribute-editor-completeness': { up: up0027 },
  '0028-shared-views': { up: up0028 },
  '0029-comments': { up: up0029 },
  '0031-table-changes': { up: up0031 },
  '0033-changed-blocks': { up: up0033 },
};

/**
 * Migrations that remove, rename or restrict what earlier versions use, so no server of an earlier version works with them.
 * All others only add, and servers of earlier versions keep working. A test compares this list with the migrations.
 */
export const breakingMigrations: readonly string[] = ['0003-all-resources', '0004-credentials', '0014-standard-names'];
