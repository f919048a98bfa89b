import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { brands, colors, packs, productsByCategory } from '../../scripts/lib/seed/names.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { type BenchServer, startBenchServer } from './support/bench-server.ts';
import { seedLargeCatalogue } from './support/large-catalogue.ts';
import { median, percentile } from './support/measure.ts';

/**
 * Measures how long searching 100,000 products takes over HTTP, against a bare search in the same database: the newest 20
 * products whose text contains the words as they are, and their number.
 */
const count = 100_000;
const rounds = 7;

const kinds = Object.values(productsByCategory).flat();
const pick = (names: readonly string[], index: number) => names[index % names.length] ?? '';
const withTypingError = (word: string) => word.slice(0, 3) + word.slice(4);

const queries = Array.from({ length: 10 }, (_, index) => {
  const [brand, kind, color] = [pick(brands, index), pick(kinds, index * 3), pick(colors, index)];
  return [
    brand,
    kind,
    `${color} ${kind}`,
    `${brand} ${kind} ${pick(packs, index)}`,
    `P0000${1000 + index * 77}`,
    withTypingError(brand),
    kind.slice(0, 4),
    `${kind}s`,
  ];
}).flat();

const measure = async ({ url, headers }: BenchServer, bare: (words: string[]) => unknown) => {
  const more: number[] = [];
  const slowest: { query: string; more: number }[] = [];
  for (const query of queries) {
    const [ours, limits]: [number[], number[]] = [[], []];
    const words = query
      .toLowerCase()
      .split(' ')
      .filter((word) => word.length > 2);
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      await bare(words);
      const between = performance.now();
      const response = await fetch(`${url}/v1/product/?pageSize=20&query=${encodeURIComponent(query)}`, { headers });
      await response.json();
      ours.push(performance.now() - between);
      limits.push(between - started);
    }
    more.push(median(ours) - median(limits));
    slowest.push({ query, more: median(ours) - median(limits) });
  }
  const [half, most] = [percentile(more, 0.5), percentile(more, 0.95)].map((value) => value.toFixed(1));
  console.log(`  over a bare search: half of ${queries.length} queries ${half} ms at most, 95 % ${most} ms at most`);
  for (const { query, more: value } of slowest.sort((a, b) => b.more - a.more).slice(0, 6)) {
    console.log(`    ${value.toFixed(1).padStart(6)} ms  ${query}`);
  }
};

const onSqlite = async () => {
  console.log(`\nSearch in ${count} products on SQLite`);
  const office = await startBenchServer({ products: count });
  const database = new Database(join(office.dataDir, 'backoffice.db'), { readonly: true });
  const rows =
    database.prepare(`select product.* from product_words cross join product on "searchKey" = product_words.rowid
    where product_words match ? order by product_words.rowid desc limit 20`);
  const total = database.prepare('select count(*) from product_words where product_words match ?');
  await measure(office, (words) => {
    const match = words.map((word) => `"${word}"`).join(' AND ');
    return [rows.all(match), total.get(match)];
  });
  database.close();
  await office.close();
};

const onPostgres = async () => {
  console.log(`\nSearch in ${count} products on PostgreSQL`);
  const cluster = await startCluster();
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-search-'));
  const databaseUrl = new URL(cluster.url);
  databaseUrl.searchParams.set('sslmode', 'disable');
  await seedLargeCatalogue({ dataDir, databaseUrl: databaseUrl.href, products: count });
  const office = await startBenchServer({ env: { BACKOFFICE_DATABASE_URL: databaseUrl.href } });
  const pool = new pg.Pool({ connectionString: databaseUrl.href });
  await measure(office, async (words) => {
    const where = words.map((_, index) => `search like $${index + 1}`).join(' and ');
    const values = words.map((word) => `%${word}%`);
    await pool.query(`select * from product where ${where} order by _id desc limit 20`, values);
    await pool.query(`select count(*) from product where ${where}`, values);
  });
  await pool.end();
  await office.close();
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
};

await onSqlite();
await onPostgres();
