import assert from 'node:assert/strict';
import {
  type Content,
  createMemoryCache,
  createSiteClient,
  updateContent,
} from '../../packages/site-client/src/index.ts';
import { startBenchServer } from './support/bench-server.ts';
import { compare } from './support/measure.ts';

/**
 * Measures how long a website takes to read 10,000 products: plain requests for the same pages as the
 * lower bound, the client the first time, the client again with its ETags, and the client's update of its copy. Each
 * follows a change, which invalidates the responses that the server keeps.
 */
const count = 10_000;
const rounds = 5;

const office = await startBenchServer({ products: count, args: ['--site', '--site-requests-per-minute', '1000000'] });
const url = `${office.url}/site/v1`;
const cache = createMemoryCache();
const client = createSiteClient({ url, cache });

const readPlainly = async () => {
  let found = 0;
  for (let cursor = ''; ; ) {
    const response = await fetch(`${url}/products?limit=100&order=oldest${cursor && `&cursor=${cursor}`}`);
    const { data, nextCursor } = (await response.json()) as { data: unknown[]; nextCursor: string | null };
    found += data.length;
    if (nextCursor === null) return found;
    cursor = nextCursor;
  }
};

const syncFully = async (using = client): Promise<Content> => (await updateContent(using, null)).content;

const first = await syncFully();
// Some of the products aren't active.
assert.equal(first.lists.products.length, await readPlainly());
assert.ok(first.lists.products.length > count / 2);

let copy = first;
const [edited] = first.lists.products;
let price = 1;
const edit = async () => {
  price += 1;
  const response = await fetch(`${office.url}/v1/product/updateById/${edited?.id}`, {
    method: 'PATCH',
    headers: { ...office.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ price }),
  });
  assert.equal(response.status, 200);
};
await edit();

await compare({
  title: `A full copy of ${count} products`,
  rounds,
  contenders: [
    { name: 'plain requests', run: readPlainly, tidy: edit },
    { name: 'the client, first time', run: () => syncFully(createSiteClient({ url, cache: null })), tidy: edit },
    { name: 'the client again (304)', run: () => syncFully(), tidy: edit },
    {
      name: 'the client after one change',
      run: async () => {
        copy = (await updateContent(client, copy)).content;
        assert.equal(copy.lists.products.find(({ id }) => id === edited?.id)?.price, price);
      },
      tidy: edit,
    },
  ],
});
await office.close();
