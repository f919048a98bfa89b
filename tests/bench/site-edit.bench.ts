import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { locateChromium } from '../../scripts/lib/locate.ts';
import { installExample, watchExample } from '../e2e/support/example-website.ts';
import { startBenchServer } from './support/bench-server.ts';
import { median, percentile } from './support/measure.ts';

/**
 * Measures how long an edit takes until a browser shows it on the example website, which `npm run watch` serves from 1,000
 * products, and how many requests that takes: the one for changes that names the edit, and those for records.
 */
const rounds = 40;

await installExample();
const content = mkdtempSync(join(tmpdir(), 'bench-site-'));
const office = await startBenchServer({ products: 1000, args: ['--site'] });
const send = async (method: string, path: string, body?: object) => {
  const headers = { ...office.headers, 'content-type': 'application/json' };
  const response = await fetch(`${office.url}/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.equal(response.status, 200, path);
  return (await response.json()) as { data: { _id: string; lastReads: { at: string; request: string }[] } };
};
const { _id } = (await send('POST', '/product/', { name: 'Glide', price: 1 })).data;
const watched = await watchExample({ url: office.url, content });
const browser = await chromium.launch({ executablePath: locateChromium() ?? undefined });
const page = await browser.newPage();
await page.goto(`${watched.url}/products/glide/`);

const times: number[] = [];
let most = 0;
for (let price = 2; price < rounds + 2; price += 1) {
  const at = new Date().toISOString();
  const started = performance.now();
  await send('PATCH', `/product/updateById/${_id}`, { price });
  await page.getByText(`₹${price}`, { exact: true }).waitFor();
  times.push(performance.now() - started);
  const { lastReads } = (await send('GET', '/website')).data;
  const reads = lastReads.filter((read) => read.at >= at && !read.request.includes('/changes'));
  most = Math.max(most, reads.length + 1);
}
console.log(`\nAn edit on a watched website of 1,000 products (${rounds} edits)`);
console.log(
  `  median ${median(times).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, at most ${most} requests`,
);
await browser.close();
await watched.stop();
await office.close();
rmSync(content, { recursive: true });
