import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { inRoot } from '../../scripts/lib/paths.ts';
import { startServer } from '../../scripts/lib/server.ts';
import { compare } from './support/measure.ts';

/** How much a page of 20 out of 100,000 products costs through HTTP, sign-in check and all, beside the bare queries. */
const count = 100_000;
const admin = { email: 'bench@example.com', password: 'correct horse battery' };

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
execFileSync(process.execPath, [
  inRoot('out/main/server/seed.js'),
  ...['--products', String(count), '--data', dataDir],
]);
const server = await startServer({
  args: ['--port', '0', '--data', dataDir],
  env: {
    BACKOFFICE_ADMIN_EMAIL: admin.email,
    BACKOFFICE_ADMIN_PASSWORD: admin.password,
    BACKOFFICE_LOG_LEVEL: 'error',
  },
});
const database = new Database(join(dataDir, 'backoffice.db'), { readonly: true });

const signIn = async (): Promise<string> => {
  const answer = await fetch(`${server.url}/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return ((await answer.json()) as { token: string }).token;
};

type Page = { data: { _id: string }[]; total: number };

const records = `select product.*, category.name as "categoryName", "subCategory".name as "subCategoryName" from`;
const names = `
  left join category on category._id = product."categoryId"
  left join "subCategory" on "subCategory"._id = product."subCategoryId"`;
const words = 'product_words cross join product on product."searchKey" = product_words.rowid';

const ofWords = (match: string) => ({
  rows: `${words} ${names} where product_words match '${match}' order by product_words.rowid desc`,
  total: `product_words where product_words match '${match}'`,
});

const { categoryId } = database.prepare('select categoryId from product limit 1').get() as {
  categoryId: string;
};

const cases = [
  {
    title: 'the first page',
    query: '',
    rows: `product ${names} order by product._id desc`,
    total: 'product',
  },
  {
    title: 'the last page',
    query: `pageIndex=${count / 20 - 1}`,
    rows: `product ${names} order by product._id desc`,
    offset: count - 20,
    total: 'product',
  },
  {
    title: 'by name',
    query: 'sort=name',
    rows: `product ${names} order by lower(product.name), product._id desc`,
    total: 'product',
  },
  {
    title: 'of one category',
    query: `categoryId=${categoryId}`,
    rows: `product ${names} where product.categoryId = '${categoryId}' order by product._id desc`,
    total: `product where categoryId = '${categoryId}'`,
  },
  { title: 'found by a word in few', query: 'query=800012345', ...ofWords('"800012345"') },
  { title: 'found by a word in many', query: 'query=paper', ...ofWords('"paper"') },
  { title: 'found by two words', query: 'query=kestrel stapler', ...ofWords('"kestrel" AND "stapler"') },
  { title: 'found by two letters', query: 'query=pe', ...ofWords('"  pe"') },
];

const scan = (word: string): Page => ({
  data: database
    .prepare(`${records} product ${names} where product.search like ? order by product._id desc limit 20`)
    .all(`%${word}%`) as Page['data'],
  total: (
    database.prepare('select count(*) as total from product where search like ?').get(`%${word}%`) as Page
  ).total,
});

try {
  const headers = { authorization: `Bearer ${await signIn()}` };
  for (const { title, query, rows, total, offset = 0 } of cases) {
    const readRows = database.prepare(`${records} ${rows} limit 20 offset ${offset}`);
    const readTotal = database.prepare(`select count(*) as total from ${total}`);
    const bare = (): Page => ({
      data: readRows.all() as Page['data'],
      total: (readTotal.get() as Page).total,
    });
    const throughHttp = async () =>
      (await (await fetch(`${server.url}/v1/product/?pageSize=20&${query}`, { headers })).json()) as Page;
    const [wanted, got] = [bare(), await throughHttp()];
    assert.equal(got.total, wanted.total);
    assert.deepEqual(
      got.data.map(({ _id }) => _id),
      wanted.data.map(({ _id }) => _id),
    );
    const word = /^query=(\w{3,})$/.exec(query)?.[1];
    await compare({
      title: `20 of ${count} products, ${title} (${got.total} in all)`,
      rounds: 50,
      contenders: [
        { name: 'bare queries (the limit)', run: bare },
        { name: 'GET /v1/product/', run: throughHttp },
        ...(word ? [{ name: 'bare queries, no word index', run: () => scan(word) }] : []),
      ],
    });
  }
} finally {
  database.close();
  const ended = once(server.process, 'exit');
  server.process.kill();
  await ended;
  rmSync(dataDir, { recursive: true });
}
