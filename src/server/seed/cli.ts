import { openDatabase } from '../database/open.ts';
import { StartupError } from '../lib/app-error.ts';
import { asNumber, asSwitch, serverOptions } from '../lib/options.ts';
import { fail, readOptions } from '../lib/read-options.ts';
import { seedDatabase } from './seed-database.ts';

const placeCount = 150_000;

const options = readOptions(
  {
    usage: 'npm run seed --',
    about: 'Fills a database with test data.',
    shared: { data: serverOptions.data, 'database-url': serverOptions['database-url'] },
    own: {
      products: { value: 'NUMBER', default: '0', parse: asNumber(0, 10_000_000), help: 'Number of products to create' },
      places: { parse: asSwitch, help: 'Create 150,000 countries, regions, states, cities and locations' },
      force: { parse: asSwitch, help: "Add test data even if the database isn't empty" },
    },
  },
  ({ data: dataDir, 'database-url': databaseUrl, products, places, force }) => {
    if (products === 0 && !places) throw new Error('Specify --products, --places or both');
    return { dataDir, databaseUrl, products, places, force };
  },
);

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
