import type { Migrations } from '../migrate.ts';
import * as m0001 from './0001-accounts.ts';
import * as m0002 from './0002-first-resources.ts';
import * as m0003 from './0003-all-resources.ts';
import * as m0004 from './0004-credentials.ts';
import * as m0006 from './0006-products-and-jobs.ts';

/** Every migration, in order. One that was released never changes; the next one changes what it did. */
export const migrations: Migrations = {
  '0001-accounts': m0001,
  '0002-first-resources': m0002,
  '0003-all-resources': m0003,
  '0004-credentials': m0004,
  '0006-products-and-jobs': m0006,
};
