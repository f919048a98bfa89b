import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { chromium, type Page } from 'playwright';
import { locateChromium } from '../../scripts/lib/locate.ts';
import { startServer } from '../../scripts/lib/server.ts';
import { routes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { asField, png } from '../e2e/support/files.ts';
import { compare, percentile95, printRatios } from './support/measure.ts';
import { attributesFor } from './support/variants.ts';

/**
 * What a product's variants cost: saving them, beside writing as many rows and no more, and typing while they are on
 * the screen, from the key to the next picture, beside an input on an empty page.
 */
const admin = { email: 'bench@example.com', password: 'correct horse battery' };
const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
const server = await startServer({
  args: ['--web', '--port', '0', '--data', dataDir],
  env: {
    BACKOFFICE_ADMIN_EMAIL: admin.email,
    BACKOFFICE_ADMIN_PASSWORD: admin.password,
    BACKOFFICE_LOG_LEVEL: 'error',
  },
});

let token = '';
const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
  const answer = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const read = (await answer.json()) as Answer;
  assert.ok(answer.ok, JSON.stringify(read).slice(0, 500));
  return read;
};
type Saved = { data: { _id: string; attributeArr?: unknown[] } };

/** The attributes and their values, stored, and a variant for each combination. */
const createVariants = async (count: number) => {
  const values = await Promise.all(
    attributesFor(count).map(async ({ name, attributeValueArr }) => {
      const attributeName = `${name} of ${count}`;
      const attributeId = (await call<Saved>('POST', '/attribute/', { name: attributeName })).data._id;
      const made = [];
      for (const value of attributeValueArr) {
        const { data } = await call<Saved>('POST', '/attributeValue/', { name: value.name, attributeId });
        made.push({ attributeId, attributeName, attributeValueId: data._id, attributeValueName: value.name });
      }
      return made;
    }),
  );
  const [first = [], second = []] = values;
  const image = (
    await call<{ data: { image: string } }>('POST', '/product/image', {
      image: asField('a.png', png([30, 90, 200])),
    })
  ).data.image;
  return first.flatMap((one) =>
    second.map((other) => ({
      name: `${one.attributeValueName}-${other.attributeValueName}`,
      productName: 'Pen',
      sku: `${count} ${one.attributeValueName} ${other.attributeValueName}`,
      price: 9.9,
      imagesArr: [{ image, order: 0 }],
      descriptionArr: ['Writes smoothly'],
      attributeValueArr: [one, other],
    })),
  );
};

/** Writes the same variants as rows of a table of its own, as durably, and nothing else. */
const bareWriter = (variants: readonly object[]) => {
  const database = new Database(join(dataDir, `bare-${variants.length}.db`));
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.exec('create table variant (position integer primary key, content text not null)');
  const clear = database.prepare('delete from variant');
  const insert = database.prepare('insert into variant values (?, ?)');
  return database.transaction(() => {
    clear.run();
    for (const [position, variant] of variants.entries()) insert.run(position, JSON.stringify(variant));
  });
};

/** Types into what has the focus, and gives the time from each key to the picture after it. */
const typeInto = async (page: Page): Promise<number[]> => {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - timeStamp);
          port2.postMessage(null);
        }),
      { capture: true },
    );
  });
  await page.keyboard.type('abcdefghijklmnopqrstuvwxyz'.repeat(4), { delay: 20 });
  return page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
};

/** The memory that the page's objects take, in MB, after what is not needed any more is gone. */
const memoryOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
};

const openForm = async (page: Page, id: string): Promise<void> => {
  await page.goto(`${server.url}${routes.productAddEdit}/${id}`);
  await page.getByRole('grid', { name: 'Variants' }).waitFor();
};

try {
  token = (await call<{ token: string }>('POST', '/user/login', admin)).token;
  const products: { count: number; id: string }[] = [];
  for (const count of [100, 900, 10_000]) {
    const attributeArr = await createVariants(count);
    const { data } = await call<Saved>('POST', '/product/', { name: `Pen of ${count}`, attributeArr });
    assert.equal(data.attributeArr?.length, count);
    products.push({ count, id: data._id });
    await compare({
      title: `Saving ${count.toLocaleString('en')} variants`,
      rounds: 5,
      contenders: [
        { name: 'bare rows (the limit)', run: bareWriter(attributeArr) },
        {
          name: 'PATCH /v1/product/',
          run: () => call('PATCH', `/product/updateById/${data._id}`, { attributeArr }),
        },
      ],
    });
  }

  const executablePath = locateChromium();
  if (!executablePath) console.log('\nNo browser: typing is not measured');
  else {
    const browser = await chromium.launch({ executablePath });
    const page = await browser.newPage();
    await page.setContent('<input autofocus>');
    await page.locator('input').focus();
    const typing = [{ name: 'an empty page (the limit)', value: percentile95(await typeInto(page)) }];
    await page.goto(server.url);
    await page.getByLabel(texts.login.identifierLabel).fill(admin.email);
    await page.getByLabel(texts.login.passwordLabel, { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
    await page.getByRole('navigation').first().waitFor();
    await page.goto(`${server.url}${routes.productAddEdit}`);
    await page.getByLabel('Product Name').first().waitFor();
    const memory = [{ name: 'no variants', value: await memoryOf(page) }];
    for (const { count, id } of products) {
      await openForm(page, id);
      memory.push({ name: `${count} variants`, value: await memoryOf(page) });
      await page.getByLabel('Product Name').first().focus();
      typing.push({ name: `name beside ${count}`, value: percentile95(await typeInto(page)) });
      await openForm(page, id);
      await page.getByRole('gridcell', { name: 'Pen' }).first().dblclick();
      typing.push({ name: `cell among ${count}`, value: percentile95(await typeInto(page)) });
    }
    printRatios({ title: 'From a key to the picture after it (95 of 100 below)', unit: 'ms', rows: typing });
    printRatios({ title: 'Memory of the page with the form open', unit: 'MB', rows: memory });
    await browser.close();
  }
} finally {
  const ended = once(server.process, 'exit');
  server.process.kill();
  await ended;
  rmSync(dataDir, { recursive: true });
}
