import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isReferenceField } from '#shared/resource-kit/fields.ts';
import { filterableFields, sortableFields } from '#shared/resource-kit/list-fields.ts';
import type { ListQuery } from '#shared/resource-kit/schemas.ts';
import { referencesTo, resources } from '#shared/resources/index.ts';
import { product } from '#shared/resources/product.ts';
import { openTestDatabase } from './database/open-test-database.testing.ts';
import type { Database, Tables } from './database/tables.ts';
import { listHistory } from './history/entries.ts';
import { listTrash } from './history/trash.ts';
import { countChangedRecords } from './records/add-entries.ts';
import { createRepository } from './records/repository.ts';
import { readVariantSkus } from './resources/product/variants.ts';

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
  database = new Kysely<Tables>({
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
  return run.flatMap(({ sql, parameters }) => {
    const steps = connection.prepare(`explain query plan ${sql}`).all(...parameters) as Step[];
    // Steps after the page is found handle few records, so only the steps that find it count.
    const page = steps.find(({ detail }) => detail === 'CO-ROUTINE page');
    return steps.filter(({ parent }) => !page || parent === page.id).map(({ detail }) => detail);
  });
};

/** Matches a scan without an order: SQLite names neither an index nor a search table in that step. */
const isScan = (detail: string) =>
  /^SCAN /.test(detail) && !/ USING .*INDEX| VIRTUAL TABLE INDEX/.test(detail);
const isSort = (detail: string) => /TEMP B-TREE/.test(detail);

const expectInOrder = async (read: () => Promise<unknown>) => {
  const plans = await plansOf(read);
  expect(plans.filter((detail) => isScan(detail) || isSort(detail))).toEqual([]);
  return plans;
};

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  const read =
    (changes: Partial<ListQuery>, of: Resource = resource) =>
    () =>
      createRepository(of, database).list({ ...plain, ...changes });

  it('is listed newest first by an index', async () => {
    await expectInOrder(read({}));
    await expectInOrder(read({ pageIndex: 50 }));
  });

  it('joins references only for the page', async () => {
    const plans = await plansOf(read({ pageIndex: 50 }));
    expect(plans.filter((detail) => / LEFT-JOIN$/.test(detail))).toEqual([]);
  });

  it.each(filterableFields(resource))('is filtered by %s by an index', async (name) => {
    const plans = await expectInOrder(read({ filters: { [name]: 'x' } }));
    const index = resource.links?.[name] ? 'sqlite_autoindex' : `${resource.name}_by_${name} `;
    expect(plans[0]).toMatch(new RegExp(`^SEARCH .* USING .*INDEX ${index}`));
  });

  it.each(sortableFields(resource))('is sorted by %s by an index in both directions', async (field) => {
    for (const direction of ['asc', 'desc'] as const) {
      const plans = await expectInOrder(read({ sort: { field, direction } }));
      expect(plans[0]).toMatch(new RegExp(`^SCAN .* USING .*INDEX ${resource.name}_by_${field}`));
    }
  });

  it('is searched by the search index', async () => {
    const filters = Object.fromEntries(
      filterableFields(resource)
        .slice(0, 1)
        .map((name) => [name, 'x']),
    );
    for (const query of ['paper', 'a4 "paper"', 'a']) {
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
    for (const name of filterableFields(resource)) {
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

it('searches variant SKUs by the search index', async () => {
  const [first] = await expectInOrder(() =>
    createRepository(product, database).list({ ...plain, query: 'gel-blue-07' }),
  );
  expect(first).toMatch(/^SCAN product_words VIRTUAL TABLE INDEX \d+:M/);
  const [read] = await expectInOrder(() => readVariantSkus(database, [{ _id: 'x', variantCount: 1 }]));
  expect(read).toMatch(/^SEARCH productVariant USING INDEX productVariant_productId /);
});

it('counts the records of a change by an index', async () => {
  const plans = await plansOf(() => countChangedRecords(database, 'x'));
  expect(plans.at(-1)).toMatch(/^SEARCH history USING INDEX history_change /);
});

it('lists the history in order', async () => {
  const page = { pageIndex: 0, pageSize: 20, except: [] };
  const queries = [
    {},
    { resource: 'faq' },
    { resource: 'faq', recordId: 'x' },
    { recordId: 'x' },
    { changeId: 'x' },
  ];
  for (const query of queries) {
    await expectInOrder(() => listHistory({ database, getHooks: () => ({}) }, { ...page, ...query }));
  }
  await expectInOrder(() => listHistory({ database, getHooks: () => ({}) }, { ...page, except: ['user'] }));
});

it('lists the trash in order', async () => {
  const page = { pageIndex: 0, pageSize: 20, except: [] };
  for (const resource of [undefined, 'faq']) {
    await expectInOrder(() => listTrash(database, { ...page, query: 'x', resource }));
  }
});
