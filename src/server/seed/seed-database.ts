import { inSentence } from '#shared/resource-kit/labels.ts';
import { resources } from '#shared/resources/index.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { resourceTables } from '../database/tables.ts';
import { StartupError } from '../lib/app-error.ts';
import { writePlaces } from './places.ts';
import { writeProducts } from './products.ts';

export type SeedOptions = {
  products: number;
  places: number;
  isForced: boolean;
  databaseName: string;
};

/** Users don't count as data, because every usable database has an admin. */
const assertEmpty = async ({ database }: DatabaseHandle, databaseName: string) => {
  for (const resource of resources.filter(({ name }) => name !== 'user')) {
    const found = await resourceTables(database).selectFrom(resource.name).select('_id').limit(1).execute();
    if (found.length === 0) continue;
    throw new StartupError(
      `This database already contains data (${inSentence(resource.labelPlural)}). Choose another one, or use --force to add test data to it.`,
      databaseName,
    );
  }
};

/** Fills a database with generated records. Returns how many of each kind. */
export const seedDatabase = async (
  databaseHandle: DatabaseHandle,
  { products, places, isForced, databaseName }: SeedOptions,
): Promise<{ places: number; products: number }> => {
  if (!isForced) await assertEmpty(databaseHandle, databaseName);
  return {
    places: places > 0 ? await writePlaces(databaseHandle, places) : 0,
    products: products > 0 ? await writeProducts(databaseHandle, products) : 0,
  };
};
