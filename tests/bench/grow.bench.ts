import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../support/postgres-cluster.ts';
import { startBenchServer } from './support/bench-server.ts';
import { seedLargeCatalogue } from './support/large-catalogue.ts';
import { measureLists } from './support/large-lists.ts';
import { measureWrites } from './support/large-writes.ts';

/**
 * Compares the same requests on PostgreSQL with 100,000 and with 1,000,000 products of five variants each. The two
 * databases take turns. It also counts the pages that the statements read, because that number doesn't depend on the
 * load of the machine.
 *
 * Filling the databases takes minutes. Set `BENCH_POSTGRES_URL` to keep them for the next run: the address of a
 * PostgreSQL server, with a superuser. Without it, the benchmark starts a temporary server.
 */
const sizes = [100_000, 1_000_000] as const;

const createDatabase = async (url: string, name: string): Promise<string> => {
  const client = new pg.Client(url);
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${name} template template0`);
  await client.end();
  const address = new URL(url);
  address.pathname = `/${name}`;
  address.searchParams.set('sslmode', 'disable');
  return address.href;
};

const permanentUrl = process.env.BENCH_POSTGRES_URL;
const cluster = permanentUrl ? null : await startCluster();
const clusterUrl = permanentUrl ?? cluster?.url ?? '';
const scratch = mkdtempSync(join(tmpdir(), 'bench-grow-'));

const openOffice = async (products: number) => {
  const databaseUrl = await createDatabase(clusterUrl, `growth_${products}`);
  await seedLargeCatalogue({ dataDir: join(scratch, String(products)), databaseUrl, products });
  const office = await startBenchServer({ env: { BACKOFFICE_DATABASE_URL: databaseUrl } });
  return { products, databaseUrl, office };
};

const offices: Awaited<ReturnType<typeof openOffice>>[] = [];
try {
  for (const products of sizes) offices.push(await openOffice(products));
  const selected = new Set((process.env.BENCH_PARTS ?? 'lists,writes').split(','));
  if (selected.has('lists')) await measureLists(offices);
  if (selected.has('writes')) await measureWrites(offices);
} finally {
  for (const { office } of offices) await office.close();
  await cluster?.stop();
  rmSync(scratch, { recursive: true, force: true });
}
