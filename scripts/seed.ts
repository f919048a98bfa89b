import { sql } from 'kysely';
import type { DatabaseHandle } from '../src/server/database/database-handle.ts';
import { openDatabase } from '../src/server/database/open.ts';
import { findRecords } from '../src/server/database/tables.ts';
import { asNumber, asSwitch, serverOptions } from '../src/server/lib/options.ts';
import { parseOptions } from '../src/server/lib/read-options.ts';
import { inSentence } from '../src/shared/resource-kit/labels.ts';
import { writePlaces } from './lib/seed/places.ts';
import { writeProducts } from './lib/seed/products.ts';

/** Users don't count as data, because every usable database has an admin. */
const assertEmpty = async ({ database }: DatabaseHandle) => {
  const found = await findRecords(database, { except: 'user' });
  if (!found) return;
  throw new Error(
    `This database already contains data (${inSentence(found.labelPlural)}). Choose another one, or use --force to add test data to it.`,
  );
};

/** Fills a database with generated records, without history. Returns how many of each kind. */
export const seedDatabase = async (
  databaseHandle: DatabaseHandle,
  { products, places, isForced }: { products: number; places: number; isForced: boolean },
): Promise<{ places: number; products: number }> => {
  if (!isForced) await assertEmpty(databaseHandle);
  const written = {
    places: places > 0 ? await writePlaces(databaseHandle, places) : 0,
    products: products > 0 ? await writeProducts(databaseHandle, products) : 0,
  };
  // PostgreSQL would count new rows only after a while, and until then read whole tables.
  await sql`analyze`.execute(databaseHandle.database);
  return written;
};

const { data, 'database-url': databaseUrl } = serverOptions;
const options = {
  shared: { data, 'database-url': databaseUrl },
  own: {
    products: { value: 'NUMBER', default: '0', parse: asNumber(0, 10_000_000), help: 'Number of products to create' },
    places: { parse: asSwitch, help: 'Create 150,000 countries, regions, states, cities and locations' },
    force: { parse: asSwitch, help: "Add test data even if the database isn't empty" },
  },
};
const placeCount = 150_000;

/** Seeds the database that the server's options name, with `--products NUMBER`, `--places` or both. */
export const main = async (args: readonly string[]): Promise<void> => {
  const values = parseOptions(options, { args: [...args], environment: process.env });
  if (values.products === 0 && !values.places) throw new Error('Specify --products, --places or both');
  const startedAt = performance.now();
  const databaseHandle = await openDatabase({
    dataDir: values.data,
    databaseUrl: values['database-url'],
    onConnectionError: () => {},
    onWarning: console.warn,
  });
  const { places, products } = await seedDatabase(databaseHandle, {
    products: values.products,
    places: values.places ? placeCount : 0,
    isForced: values.force,
  }).finally(databaseHandle.close);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`Created ${places} places and ${products} products in ${seconds} s`);
};
