import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Possible } from '../crash-harness.ts';
import { type Ledger, rowsPerImport } from './load.ts';

const orphanQueries: Record<string, string> = {
  'records without history': `
    select _id from (select _id from category union all select _id from product) record
    where not exists (select from history where "recordId" = record._id)`,
  'history of missing records': `
    select "recordId" from (
      select distinct on ("recordId") "recordId", action from history
      where resource in ('category', 'product') order by "recordId", _id desc
    ) latest
    where (action in ('create', 'update')) <> ("recordId" in (select _id from category union all select _id from product))`,
  'deleted records that are not in the trash': `
    select _id from history where action = 'delete' and _id not in (select _id from trash)
    and not exists (select from history undo where undo."revertOf" = history._id)`,
  'history that is not in the change feed': `
    select _id from history where _id not in (select "historyId" from change)`,
  'changes without history': `
    select "historyId" from change where "historyId" not in (select _id from history)`,
  'images without a use': `
    select _id from category where image is not null
    and not exists (select from "fileUse" where file = image and "recordId" = category._id)`,
  'uses of missing records': `
    select resource, file, "recordId" from "fileUse" where not exists (
      select from category where _id = "fileUse"."recordId"
      union all select from product where _id = "fileUse"."recordId"
      union all select from asset where _id = "fileUse"."recordId"
      union all select from history where _id = "fileUse"."recordId")`,
};

type Rows = Record<string, unknown>[];

const findWrongRecords = (known: Map<string, Possible>, rows: Rows) => {
  const found = new Map(rows.map(({ _id, name, image }) => [String(_id), JSON.stringify([name, image])]));
  return [...known].flatMap(([id, { confirmed, asked }]) => {
    const possible = [confirmed, ...asked].map((state) => state && JSON.stringify([state.name, state.image]));
    const actual = found.get(id) ?? null;
    return possible.includes(actual) ? [] : [`${id}: ${actual} instead of ${possible.join(' or ')}`];
  });
};

type Job = { _id: string; state: string };

/** An import that is done has all of its products, any other has none. */
const findWrongImports = (imports: Ledger['imports'], { jobs, names }: { jobs: Job[]; names: string[] }) =>
  [...imports].flatMap(([start, { jobId, mayBeDeleted }]) => {
    const count = names.filter((name) => name.startsWith(`${start} row `)).length;
    const state = jobs.find(({ _id }) => _id === jobId)?.state;
    const isRight =
      jobId === undefined || mayBeDeleted
        ? count % rowsPerImport === 0 || count === 0
        : count === (state === 'done' ? rowsPerImport : 0);
    return isRight ? [] : [`${start} (${state}): ${count} of ${rowsPerImport} products`];
  });

const findMissingFiles = async (url: string, files: string[]) => {
  const missing: string[] = [];
  for (const file of files) {
    const response = await fetch(`${url}/uploads/${file}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (response.status !== 200 || !digest.startsWith(String(file.split('.')[0])))
      missing.push(`${file}: ${response.status}`);
  }
  return missing;
};

const countBy = (values: string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

/** Compares the database and the files with what clients were told. */
export const checkEverything = async ({
  databaseUrl,
  url,
  ledger,
}: {
  databaseUrl: string;
  url: string;
  ledger: Ledger;
}) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Enough to hash all ids of a long run.
  await client.query(`set work_mem = '512MB'`);
  const query = async (text: string): Promise<Rows> => (await client.query(text)).rows;
  // A server undoes within seconds what another one has left unfinished.
  while ((await query(`select _id from setting where _id like 'unfinishedChange:%'`)).length > 0) await setTimeout(500);
  const categories = await query('select _id, name, image from category');
  const products = await query('select _id, name, coalesce("thumbnail", "variantImage") image from product');
  const jobs = (await query('select _id, state from job')) as Job[];
  const files = (await query('select distinct file from "fileUse"')).map(({ file }) => String(file));
  const orphans: string[] = [];
  for (const [name, text] of Object.entries(orphanQueries))
    orphans.push(...(await query(text)).map((row) => `${name}: ${JSON.stringify(row)}`));
  await client.end();
  return {
    lostWrites: [...findWrongRecords(ledger.categories, categories), ...findWrongRecords(ledger.products, products)],
    wrongImports: findWrongImports(ledger.imports, { jobs, names: products.map(({ name }) => String(name)) }),
    files: files.length,
    lostFiles: await findMissingFiles(url, files),
    orphans,
    jobs: countBy(jobs.map(({ state }) => state)),
    unfinishedJobs: jobs.filter(({ state }) => ['waiting', 'running'].includes(state)).map(({ _id }) => _id),
  };
};
