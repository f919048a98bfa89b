import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../database/open.ts';
import { StartupError } from '../lib/app-error.ts';
import { fail, readArguments } from '../lib/command-line.ts';
import { defaultDataDir } from '../lib/config.ts';
import { seedDatabase } from './seed-database.ts';

const maxProducts = 10_000_000;
const placeCount = 150_000;

const usage = `Usage: npm run seed -- [options]

Fills a database with test data.

  --products NUMBER     Number of products to create
  --places              Create 150,000 countries, regions, states, cities and locations
  --data DIR            Folder for the database
  --database-url URL    PostgreSQL database, such as postgres://user:password@host/name
  --force               Add test data even if the database isn't empty`;

const options = readArguments(usage, () => {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '0' },
      places: { type: 'boolean', default: false },
      data: { type: 'string', default: defaultDataDir() },
      'database-url': { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  const products = Number(values.products);
  if (!Number.isInteger(products) || products < 0 || products > maxProducts) {
    throw new Error('--products must be a whole number');
  }
  if (products === 0 && !values.places) throw new Error('Specify --products, --places or both');
  return { ...values, products, dataDir: resolve(values.data), databaseUrl: values['database-url'] };
});
try {
  const startedAt = performance.now();
  const databaseHandle = await openDatabase({
    dataDir: options.dataDir,
    databaseUrl: options.databaseUrl,
    onConnectionError: () => {},
    onWarning: (text) => process.stderr.write(`${text}\n`),
  });
  try {
    const { places, products } = await seedDatabase(databaseHandle, {
      products: options.products,
      places: options.places ? placeCount : 0,
      isForced: options.force,
      databaseName: options.databaseUrl ? 'the PostgreSQL database' : options.dataDir,
    });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`Created ${places} places and ${products} products in ${seconds} s\n`);
  } finally {
    await databaseHandle.close();
  }
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  fail(`${error.path}: ${error.message}`);
}
