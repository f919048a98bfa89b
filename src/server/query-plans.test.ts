import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type CompiledQuery, SqliteDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { homeCounts } from '#shared/home.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isReferenceField } from '#shared/resource-kit/fields.ts';
import { filterableFields, sortableFields } from '#shared/resource-kit/list-fields.ts';
import type { ListQuery } from '#shared/resource-kit/schemas.ts';
import { category } from '#shared/resources/category.ts';
import { referencesTo, resources } from '#shared/resources/index.ts';
import { product } from '#shared/resources/product.ts';
import { publicResources } from '#shared/site.ts';
import { openTestDatabase } from './database/open-test-database.testing.ts';
import { createQueryBuilder } from './database/query-builder.ts';
import { type Database, resourceTables } from './database/tables.ts';
import { listHistory } from './history/entries.ts';
import { listTrash } from './history/trash.ts';
import { countForHome, listRecentChanges } from './http/home.ts';
import { countChangedRecords } from './records/add-entries.ts';
import { buildPageQuery } from './records/list-query.ts';
import { createRepository } from './records/repository.ts';
import { getHooks } from './resources/index.ts';
import { readSearchTexts } from './resources/product/variants.ts';
import { readList } from './site/read.ts';

const plain: ListQuery = {
  pageIndex: 0,
  pageSize: 20,
  query: '',
  sort: null,
  filters: {},
  isForSelect: false,
};

let dataDir: string;
let connection: BetterSqlite.Database;
let database: Database;
const run: CompiledQuery[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'backoffice-plans-'));
  const databaseHandle = await openTestDatabase(dataDir);
  await databaseHandle.close();
  connection = new BetterSqlite(join(dataDir, 'backoffice.db'));
  database = createQueryBuilder({
    dialect: new SqliteDialect({ database: connection }),
    log: ({ query }) => {
      run.push(query);
    },
  });
});
afterAll(async () => {
  await database.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

type Step = { id: number; parent: number; detail: string };

const plansOf = async (read: () => Promise<unknown>): Promise<string[]> => {
  run.length = 0;
  await read();
  expect(run.length).toBeGreaterThan(0);
  const plans = run.map(({ sql, parameters }) => {
    const steps = connection.prepare(`explain query plan ${sql}`).all(...parameters) as Step[];
    // Steps after the page is found handle few records, so only the steps that find it count.
    const page = steps.find(({ detail }) => detail === 'CO-ROUTINE page');
    return {
      isPage: page !== undefined,
      details: steps.filter(({ parent }) => !page || parent === page.id).map(({ detail }) => detail),
    };
  });
  return [...plans.filter(({ isPage }) => isPage), ...plans.filter(({ isPage }) => !isPage)].flatMap(
    ({ details }) => details,
  );
};

/** Matches a scan without an order: SQLite names neither an index nor a search table in that step. */
const isScan = (detail: string) => /^SCAN /.test(detail) && !/ USING .*INDEX| VIRTUAL TABLE INDEX/.test(detail);
const isSort = (detail: string) => /TEMP B-TREE/.test(detail);

const expectInOrder = async (read: () => Promise<unknown>) => {
  const plans = await plansOf(read);
  expect(plans.filter((detail) => isScan(detail) || isSort(detail))).toEqual([]);
  return plans;
};

/** Fields and links; the extra filters and sort orders are tested below. */
const fieldFilters = (resource: Resource) =>
  filterableFields(resource).filter((name) => !resource.extraFilters?.[name]);
const fieldSorts = (resource: Resource) =>
  sortableFields(resource).filter((name) => !resource.extraSorts?.includes(name));

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  const read =
    (changes: Partial<ListQuery>, of: Resource = resource) =>
    () =>
      createRepository(of, database, getHooks(of.name)).list({ ...plain, ...changes });

  it('is listed newest first by an index', async () => {
    await expectInOrder(read({}));
    await expectInOrder(read({ pageIndex: 50 }));
  });

  it('joins references only for the page', async () => {
    const plans = await plansOf(read({ pageIndex: 40 }));
    expect(plans.filter((detail) => / LEFT-JOIN$/.test(detail))).toEqual([]);
  });

  it('finds the ids of a page far from the start in an index alone', async () => {
    const plans = await plansOf(read({ pageIndex: 60 }));
    expect(plans.filter((detail) => /^SCAN /.test(detail))).toEqual([
      expect.stringMatching(/ USING COVERING INDEX /),
      expect.stringMatching(/ USING COVERING INDEX /),
    ]);
  });

  it.each(fieldFilters(resource))('is filtered by %s by an index', async (name) => {
    const plans = await expectInOrder(read({ filters: { [name]: 'x' } }));
    const index = resource.links?.[name] ? 'sqlite_autoindex' : `${resource.name}_by_${name} `;
    expect(plans[0]).toMatch(new RegExp(`^SEARCH .* USING .*INDEX ${index}`));
  });

  it.each(fieldSorts(resource))('is sorted by %s by an index in both directions', async (field) => {
    for (const direction of ['asc', 'desc'] as const) {
      const plans = await expectInOrder(read({ sort: { field, direction } }));
      expect(plans[0]).toMatch(new RegExp(`^SCAN .* USING .*INDEX ${resource.name}_by_${field}`));
    }
  });

  it('is searched by the search index', async () => {
    const [filter] = filterableFields(resource);
    const filters = filter === undefined ? {} : { [filter]: 'x' };
    for (const query of ['paper', 'a4 "paper"', 'a']) {
      expect((await plansOf(read({ query }))).filter(isScan)).toEqual([]);
      // Matches of two kinds have to be sorted.
      if (getHooks(resource.name).searchOthers) continue;
      const [first] = await expectInOrder(read({ query }));
      expect(first).toMatch(/VIRTUAL TABLE INDEX \d+:M/);
      await expectInOrder(read({ query, filters }));
    }
    const sort = { field: 'createdAt', direction: 'asc' } as const;
    expect((await plansOf(read({ query: 'paper', sort }))).filter(isScan)).toEqual([]);
  });

  it('returns options by an index', async () => {
    const options = (changes: Partial<ListQuery>) => () =>
      createRepository(resource, database).listOptions({ ...plain, ...changes });
    await expectInOrder(options({}));
    expect((await plansOf(options({ query: 'paper' }))).filter(isScan)).toEqual([]);
    for (const name of fieldFilters(resource)) {
      const [first] = await plansOf(options({ filters: { [name]: 'x' } }));
      expect(first).toMatch(/^SEARCH .* USING .*INDEX/);
    }
  });

  it('is read by index', async () => {
    const repository = createRepository(resource, database);
    await expectInOrder(repository.listAll);
    await expectInOrder(() => repository.findIds(plain));
    await expectInOrder(() => repository.findIds({ ...plain, query: 'paper' }));
    await expectInOrder(() => repository.find('x'));
    await expectInOrder(() => repository.findRows(['x', 'y']));
    await expectInOrder(repository.findSingletonId);
    for (const { resource: user, fieldName } of referencesTo(resource.name)) {
      const users = createRepository(user, database);
      await expectInOrder(() => users.findReferrerIds(fieldName, ['x', 'y']));
    }
    const inherited = Object.entries(resource.fields).filter(([, field]) => isReferenceField(field));
    for (const [name] of inherited) await expectInOrder(read({ filters: { [name]: 'x' } }));
  });
});

const admin = { role: 'ADMIN', userId: 'x' } as const;
const products = () => createRepository(product, database, getHooks('product'));
const missing = ['image', 'price', 'category', 'description', 'variantImage', 'variantSku'];
const productFilters: Record<string, string>[] = [
  ...missing.map((value) => ({ missing: value })),
  { hasVariants: 'true' },
  { hasVariants: 'false' },
  { updatedBy: 'x' },
  { completeness: 'incomplete' },
];

it.each(productFilters)('lists products filtered by %o in order, by an index', async (filters) => {
  const [first] = await expectInOrder(() => products().list({ ...plain, filters }));
  expect(first).toMatch(/ USING (COVERING )?INDEX product_/);
});

it.each([...productFilters, { minPrice: '1' }, { minPrice: '1', maxPrice: '2' }])(
  'counts products filtered by %o in an index alone',
  async (filters) => {
    const [plan] = await expectInOrder(() => products().count({ query: '', filters }));
    expect(plan).toMatch(/ USING COVERING INDEX product_/);
  },
);

it('sorts products by their numbers of variants and images by an index', async () => {
  for (const field of ['variantCount', 'imageCount', 'completeness']) {
    const sort = { field, direction: 'desc' } as const;
    const [plan] = await expectInOrder(() => products().list({ ...plain, sort }));
    expect(plan).toMatch(new RegExp(`^SCAN product USING INDEX product_by_${field}`));
  }
});

it('reads the order instead of the filter if many products match', async () => {
  const criteria = { resource: product, match: null, conditions: {}, filters: { status: 'ACTIVE' } };
  const sort = { field: 'price', direction: 'asc' } as const;
  const plan = (total: number) =>
    plansOf(() =>
      buildPageQuery(resourceTables(database), criteria, {
        sort,
        range: { offset: 0, limit: 20 },
        total,
        listColumns: [],
      }).execute(),
    );
  expect((await plan(20_000))[0]).toMatch(/^SCAN product USING INDEX product_by_price/);
  expect((await plan(1000))[0]).toMatch(/^SEARCH product USING INDEX product_by_status/);
});

it('sorts products by the name of their category without reading them', async () => {
  const sort = { field: 'categoryId', direction: 'asc' } as const;
  const plans = await plansOf(() => products().list({ ...plain, sort }));
  expect(plans).toContain('SCAN product USING COVERING INDEX product_by_categoryId');
});

it('finds inactive categories with active products by indexes', async () => {
  const categories = createRepository(category, database, getHooks('category'));
  const filters = { status: 'INACTIVE', hasActiveProducts: 'true' };
  const plans = await expectInOrder(() => categories.count({ query: '', filters }));
  expect(plans).toEqual([
    expect.stringContaining('INDEX category_by_status '),
    expect.stringContaining('COVERING INDEX product_active_by_category '),
  ]);
});

it('searches variant SKUs by the search index', async () => {
  const [first] = await expectInOrder(() =>
    createRepository(product, database).list({ ...plain, query: 'gel-blue-07' }),
  );
  expect(first).toMatch(/^SCAN product_words VIRTUAL TABLE INDEX \d+:M/);
  const [read] = await expectInOrder(() => readSearchTexts(database, [{ _id: 'x', variantCount: 1 }]));
  expect(read).toMatch(/^SEARCH productVariant USING INDEX productVariant_productId /);
});

it('counts the records of a change by an index', async () => {
  const plans = await plansOf(() => countChangedRecords(database, 'x'));
  expect(plans.filter((plan) => !/count\(DISTINCT\)|LIST SUBQUERY|json_each/.test(plan))).toEqual([
    expect.stringMatching(/^SEARCH history USING INDEX history_change /),
  ]);
});

it('lists the history in order', async () => {
  const page = { pageIndex: 0, pageSize: 20, except: [] };
  const queries = [{}, { resource: 'faq' }, { resource: 'faq', recordId: 'x' }, { recordId: 'x' }, { changeId: 'x' }];
  for (const query of queries) {
    await expectInOrder(() => listHistory({ database, getHooks: () => ({}) }, { ...page, ...query }));
  }
  await expectInOrder(() => listHistory({ database, getHooks: () => ({}) }, { ...page, except: ['user'] }));
});

it('counts and names records for Home by indexes, with one query each', async () => {
  await expectInOrder(() => countForHome({ databaseHandle: { database }, getHooks }, admin));
  expect(run).toHaveLength(homeCounts.length);
});

it('steps through recent changes by indexes', async () => {
  const plans = await plansOf(() => listRecentChanges(database, { userId: 'x', except: ['user'] }));
  const history = plans.filter((detail) => /history|newest|older|entry/.test(detail));
  expect(history.filter((detail) => !/^SEARCH .* USING .*INDEX/.test(detail))).toEqual([]);
});

it('lists the trash in order', async () => {
  const page = { pageIndex: 0, pageSize: 20, except: [] };
  for (const resource of [undefined, 'faq']) {
    await expectInOrder(() => listTrash(database, { ...page, query: 'x', resource }));
  }
});

/** Gifts are few, so no index has their points. */
const siteOrders = publicResources
  .filter(({ isSingleton }) => !isSingleton)
  .flatMap((resource) => (resource.site.orders ?? []).map((field) => [resource.name, field, resource] as const))
  .filter(([, field]) => field !== 'numberOfPoints');

it.each(siteOrders)(
  'websites read %s by %s in the order of an index, from any cursor',
  async (_name, field, resource) => {
    for (const order of ['newest', 'oldest', field, `-${field}`]) {
      const value = order.includes(field) ? 'pen' : null;
      const cursor = Buffer.from(JSON.stringify([order, value, 'id'])).toString('base64url');
      for (const query of [{ order }, { order, cursor }]) {
        await expectInOrder(() => readList({ database, getHooks }, resource, query));
      }
    }
  },
);
