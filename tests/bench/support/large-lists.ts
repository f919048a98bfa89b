import assert from 'node:assert/strict';
import { type CompiledQuery, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createQueryBuilder } from '../../../src/server/database/query-builder.ts';
import { createRepository } from '../../../src/server/records/repository.ts';
import { getHooks } from '../../../src/server/resources/index.ts';
import { homeCounts } from '../../../src/shared/home.ts';
import type { ListQuery } from '../../../src/shared/resource-kit/schemas.ts';
import { product } from '../../../src/shared/resources/product.ts';
import type { BenchServer } from './bench-server.ts';
import { rareWord } from './large-catalogue.ts';
import { percentile } from './measure.ts';
import { callerOf } from './stored-product.ts';

export type Office = { products: number; databaseUrl: string; office: BenchServer };

/** Requests repeated without a change between them, and requests that each follow a save. */
const phases = [
  { name: 'Requests', rounds: 20, isAfterSave: false },
  { name: 'Requests after a save', rounds: 7, isAfterSave: true },
];

type Request = { name: string; query: Partial<ListQuery> };

const asc = (field: string) => ({ field, direction: 'asc' as const });

const createRequests = (categoryId: string): Request[] => [
  { name: 'first page', query: {} },
  { name: 'sorted by name', query: { sort: asc('name') } },
  { name: 'sorted by price', query: { sort: asc('price') } },
  { name: 'sorted by update', query: { sort: { field: 'updatedAt', direction: 'desc' } } },
  { name: 'sorted by category', query: { sort: asc('categoryId') } },
  { name: 'page 500', query: { pageIndex: 499 } },
  { name: 'page 500 by name', query: { pageIndex: 499, sort: asc('name') } },
  { name: 'middle page', query: { pageIndex: Number.POSITIVE_INFINITY } },
  { name: 'one category', query: { filters: { categoryId } } },
  { name: 'price of 100 to 110', query: { filters: { minPrice: '100', maxPrice: '110' } } },
  { name: 'missing image', query: { filters: { missing: 'image' } } },
  { name: 'missing price', query: { filters: { missing: 'price' } } },
  { name: 'incomplete', query: { filters: { completeness: 'incomplete' } } },
  { name: 'search: common word', query: { query: 'pen' } },
  { name: 'search: two words', query: { query: 'fountain deluxe' } },
  { name: 'search: rare word', query: { query: rareWord.text } },
  { name: 'search: substring', query: { query: 'ventory' } },
  { name: 'search: part of a word', query: { query: 'apyru' } },
  { name: 'search: two letters', query: { query: 'an' } },
  { name: 'search: SKU', query: { query: 'P00054321' } },
  { name: 'search by name', query: { query: 'gel', sort: asc('name') } },
];

const plain: ListQuery = {
  pageIndex: 0,
  pageSize: 20,
  query: '',
  sort: null,
  filters: {},
  isForSelect: false,
};

type Call = ReturnType<typeof callerOf>;
type Page = { data: { _id: string; name: string; version: number }[]; total: number };

/** Resolves the middle page, which depends on the size. */
const complete = (query: Partial<ListQuery>, products: number): ListQuery => ({
  ...plain,
  ...query,
  ...(query.pageIndex === Number.POSITIVE_INFINITY && { pageIndex: Math.floor(products / 40) }),
});

const pathOf = ({ pageIndex, pageSize, query, sort, filters }: ListQuery): string => {
  const parameters = new URLSearchParams({
    pageIndex: String(pageIndex),
    pageSize: String(pageSize),
    query,
    ...filters,
    ...(sort && { sort: sort.direction === 'asc' ? sort.field : `-${sort.field}` }),
  });
  return `/product/?${parameters}`;
};

type Explained = { 'QUERY PLAN': { Plan: Record<string, number> }[] };

/** Runs the statements of a read again, and returns the pages that PostgreSQL reads for them. */
const createBufferCounter = (databaseUrl: string) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, statement_timeout: 0 });
  const queries: CompiledQuery[] = [];
  const database = createQueryBuilder({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      queries.push(query);
    },
  });
  return {
    database,
    count: async (read: () => Promise<unknown>): Promise<number> => {
      queries.length = 0;
      await read();
      let pages = 0;
      for (const { sql, parameters } of [...queries]) {
        const text = `explain (analyze, buffers, format json) ${sql}`;
        const { rows } = await pool.query<Explained>(text, [...parameters]);
        const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
        pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
      }
      return pages;
    },
    close: () => database.destroy(),
  };
};

/** The first of equal reads counts the records. */
type Pages = { afterSave: number; repeated: number };

const countBuffers = async ({ databaseUrl, products }: Office, requests: Request[]) => {
  const { database, count, close } = createBufferCounter(databaseUrl);
  const repository = createRepository(product, database, getHooks(product.name));
  const forHome = homeCounts.filter(({ resource }) => resource === product.name);
  const reads = [
    ...requests.map(
      ({ query }) =>
        () =>
          repository.list(complete(query, products)),
    ),
    () => Promise.all(forHome.map(({ filters }) => repository.count({ query: '', filters: { ...filters } }))),
  ];
  const pages: Pages[] = [];
  for (const read of reads) pages.push({ afterSave: await count(read), repeated: await count(read) });
  await close();
  return pages;
};

const findCategory = async (call: Call): Promise<string> => {
  const { data } = await call<Page>('GET', '/category/?pageSize=1&query=pens');
  assert.ok(data[0]);
  return data[0]._id;
};

const createReads = async ({ office, products }: Office) => {
  const call = callerOf(office);
  const requests = createRequests(await findCategory(call));
  const { data } = await call<Page>('GET', '/product/?pageSize=1');
  const id = data[0]?._id;
  const save = async (round: number) => {
    const { data: current } = await call<{ data: Page['data'][number] }>('GET', `/product/getById/${id}`);
    const { version } = current;
    await call('PATCH', `/product/updateById/${id}`, { version, specification: `Round ${round}` });
  };
  const lists = requests.map(({ name, query }) => ({
    name,
    run: () => call<unknown>('GET', pathOf(complete(query, products))),
  }));
  return {
    requests,
    save,
    runs: [...lists, { name: 'Home', run: () => call('GET', '/home') }, { name: 'save', run: save }],
  };
};

/** Prints the 95th percentile of each request and the pages read, by size. */
export const measureLists = async (offices: readonly Office[]): Promise<void> => {
  const sides = await Promise.all(offices.map(async (office) => ({ office, ...(await createReads(office)) })));
  const buffers: Pages[][] = [];
  for (const { office, requests } of sides) buffers.push(await countBuffers(office, requests));
  for (const { name: title, rounds, isAfterSave } of phases) {
    console.log(`\n${title} (95th percentile of ${rounds}, in turn, in ms; pages of 8 KB)`);
    const names = sides[0]?.runs.map(({ name }) => name) ?? [];
    for (const [index, name] of names.entries()) {
      const times = sides.map(() => [] as number[]);
      for (let round = -2; round < rounds; round += 1) {
        for (const [side, { runs, save }] of sides.entries()) {
          if (isAfterSave) await save(round + 1000 * index);
          const started = performance.now();
          await runs[index]?.run(round);
          if (round >= 0) times[side]?.push(performance.now() - started);
        }
      }
      const [small = 0, large = 0] = times.map((each) => percentile(each, 0.95));
      const pages = buffers.map((each) => each[index]?.[isAfterSave ? 'afterSave' : 'repeated']);
      const columns = [small.toFixed(1), large.toFixed(1), (large / small).toFixed(2), ...pages];
      console.log(`  ${name.padEnd(24)}${columns.map((each) => String(each ?? '').padStart(10)).join('')}`);
    }
  }
};
