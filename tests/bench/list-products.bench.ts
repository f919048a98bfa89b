import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { inRoot } from '../../scripts/lib/paths.ts';
import { startBenchServer } from './support/bench-server.ts';
import { compare } from './support/measure.ts';
import { type Peer, startJsonServer, startStrapi } from './support/peer-products.ts';
import { startProcess } from './support/start-process.ts';

/**
 * Measures a page of 20 out of 100,000 products over HTTP, including the session check, against the plain
 * queries, the queries behind a minimal HTTP server and behind Fastify with a session check, Strapi 5 and
 * json-server. All return the same products in the same order, with category names and the total.
 */
const count = 100_000;
const rounds = 25;

const office = await startBenchServer({ products: count });
const file = join(office.dataDir, 'backoffice.db');
const database = new Database(file, { readonly: true });

type Product = { sku: string; categoryName: string; subCategoryName: string };
type Page = { data: Product[]; total: number };

const names = `
  left join category on category._id = product."categoryId"
  left join "subCategory" on "subCategory"._id = product."subCategoryId"`;
const words = 'product_words cross join product on product."searchKey" = product_words.rowid';
const newest = 'order by product._id desc';

const ofWords = (match: string) => ({
  rows: `${words} where product_words match '${match}' order by product_words.rowid desc limit 20`,
  total: `product_words where product_words match '${match}'`,
});

const { categoryId, categoryName } = database
  .prepare('select categoryId, category.name as categoryName from product join category on category._id = categoryId')
  .get() as { categoryId: string; categoryName: string };

// Strapi's own search covers every text field; this filter covers the same fields as ours.
const containing = (...words: string[]) =>
  words
    .flatMap((word, at) =>
      ['name', 'sku', 'description', 'materialType'].map(
        (field, index) => `&filters[$and][${at}][$or][${index}][${field}][$containsi]=${word}`,
      ),
    )
    .join('');

type Asked = {
  title: string;
  rows: string;
  total: string;
  ours: string;
  strapi?: string;
  jsonServer?: string;
};

const cases: Asked[] = [
  {
    title: 'the first page',
    rows: `product ${newest} limit 20`,
    total: 'product',
    ours: '',
    strapi: '&sort=id:desc',
    jsonServer: '_page=1',
  },
  {
    title: 'the last page',
    rows: `product ${newest} limit 20 offset ${count - 20}`,
    total: 'product',
    ours: `pageIndex=${count / 20 - 1}`,
    strapi: `&sort=id:desc&pagination[page]=${count / 20}`,
    jsonServer: `_page=${count / 20}`,
  },
  {
    title: 'by name',
    rows: `product order by lower(product.name), product._id desc limit 20`,
    total: 'product',
    ours: 'sort=name',
    strapi: '&sort[0]=name:asc&sort[1]=id:desc',
    jsonServer: '_sort=name&_page=1',
  },
  {
    title: 'of one category',
    rows: `product where product.categoryId = '${categoryId}' ${newest} limit 20`,
    total: `product where categoryId = '${categoryId}'`,
    ours: `categoryId=${categoryId}`,
    strapi: `&sort=id:desc&filters[category][name]=${categoryName}`,
    jsonServer: `categoryId=${categoryId}&_page=1`,
  },
  ...[
    { title: 'found by a word in few', word: '800012345' },
    { title: 'found by a word in many', word: 'paper' },
  ].map(({ title, word }) => ({
    title,
    rows: ofWords(`"${word}"`).rows,
    total: ofWords(`"${word}"`).total,
    ours: `query=${word}`,
    strapi: `&sort=id:desc${containing(word)}`,
    jsonServer: `q=${word}&_page=1`,
  })),
  {
    title: 'found by two words',
    rows: ofWords('"kestrel" AND "stapler"').rows,
    total: ofWords('"kestrel" AND "stapler"').total,
    ours: 'query=kestrel stapler',
    strapi: `&sort=id:desc${containing('kestrel', 'stapler')}`,
  },
  {
    title: 'found by two letters',
    rows: ofWords('"  pe"').rows,
    total: ofWords('"  pe"').total,
    ours: 'query=pe',
  },
];

// Join after paging: the other way round, the names for all skipped rows would be looked up too.
const queriesOf = ({ rows, total }: Asked) => ({
  rows: `select product.*, category.name as "categoryName", "subCategory".name as "subCategoryName"
    from (select product.* from ${rows}) as product ${names}`,
  total: `select count(*) as total from ${total}`,
});

const fromOurs = async (query: string): Promise<Page> => {
  const response = await fetch(`${office.url}/v1/product/?pageSize=20&${query}`, { headers: office.headers });
  return (await response.json()) as Page;
};

type Named = { name: string };

const fromStrapi = async ({ url, headers }: Peer, query: string): Promise<Page> => {
  const path = '/api/products?pagination[pageSize]=20&populate[0]=category&populate[1]=subCategory';
  const { data, meta } = (await (await fetch(`${url}${path}${query}`, { headers })).json()) as {
    data: { sku: string; category: Named; subCategory: Named }[];
    meta: { pagination: { total: number } };
  };
  const products = data.map(({ sku, category, subCategory }) => ({
    sku,
    categoryName: category.name,
    subCategoryName: subCategory.name,
  }));
  return { data: products, total: meta.pagination.total };
};

const fromJsonServer = async ({ url }: Peer, query: string): Promise<Page> => {
  const joined = '_expand=category&_expand=subCategory';
  const response = await fetch(`${url}/products?_limit=20&${joined}&${query}`);
  const data = (await response.json()) as { sku: string; category: Named; subCategory: Named }[];
  const products = data.map(({ sku, category, subCategory }) => ({
    sku,
    categoryName: category.name,
    subCategoryName: subCategory.name,
  }));
  return { data: products, total: Number(response.headers.get('x-total-count')) };
};

const strapi = await startStrapi(office.dataDir);
const jsonServer = await startJsonServer(office.dataDir);
const queries = JSON.stringify(cases.map(queriesOf));
const { _id: sessionId } = database.prepare('select _id from session').get() as { _id: string };
const [bareServer, fastifyServer] = await Promise.all(
  ['baseline-server.ts', 'bare-fastify-server.ts'].map((script) =>
    startProcess({
      script: inRoot('tests/bench/support', script),
      args: [file, queries, sessionId],
    }),
  ),
);
assert.ok(bareServer && fastifyServer);

try {
  for (const [index, asked] of cases.entries()) {
    const readRows = database.prepare(queriesOf(asked).rows);
    const readTotal = database.prepare(queriesOf(asked).total);
    const bare = (): Page => ({
      data: readRows.all() as Product[],
      total: (readTotal.get() as Page).total,
    });
    const behind = (server: typeof bareServer) => async () =>
      (await (await fetch(`${server.announced.url}/${index}`)).json()) as Page;
    const { strapi: strapiQuery, jsonServer: jsonServerQuery } = asked;
    const contenders: { name: string; run: () => Page | Promise<Page> }[] = [
      { name: 'bare queries (the limit)', run: bare },
      { name: 'the same over bare HTTP', run: behind(bareServer) },
      { name: 'the same behind Fastify', run: behind(fastifyServer) },
      { name: 'GET /v1/product/', run: () => fromOurs(asked.ours) },
    ];
    if (strapi && strapiQuery !== undefined) {
      contenders.push({ name: 'Strapi', run: () => fromStrapi(strapi, strapiQuery) });
    }
    if (jsonServer && jsonServerQuery !== undefined) {
      contenders.push({ name: 'json-server', run: () => fromJsonServer(jsonServer, jsonServerQuery) });
    }
    const seen = ({ data, total }: Page) => ({
      total,
      data: data.map(({ sku, categoryName: first, subCategoryName: second }) => [sku, first, second]),
    });
    const wanted = bare();
    for (const { name, run } of contenders) assert.deepEqual(seen(await run()), seen(wanted), name);
    await compare({
      title: `20 of ${count} products, ${asked.title} (${wanted.total} in all)`,
      rounds,
      contenders,
    });
  }
} finally {
  database.close();
  await bareServer.stop();
  await fastifyServer.stop();
  await strapi?.stop();
  await jsonServer?.stop();
  await office.close();
}
