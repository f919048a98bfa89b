import assert from 'node:assert/strict';
import { chromium } from 'playwright';
import { locateChromium } from '../../scripts/lib/locate.ts';
import { startBenchServer } from './support/bench-server.ts';
import { median, percentile, printRatios } from './support/measure.ts';
import { memoryOf, showHtml, timeKeys, timeOpening, timeRows, timeSaving, typed } from './support/page-times.ts';
import { appForm, type ProductPage, plainForm } from './support/product-pages.ts';
import { callerOf, createProduct } from './support/stored-product.ts';

/**
 * Measures a product's variants in the form against the same rows as plain inputs: generating, opening, typing
 * (from the key to the next frame, also against an input on an empty page) and saving.
 */
const rounds = 3;
const office = await startBenchServer({ args: ['--web'] });
const call = callerOf(office);

type Product = Awaited<ReturnType<typeof createProduct>>;
type Read = { data: { name: string; attributeArr: { sku: string; price: number; productName: string }[] } };

const checkSaved = async ({ id, attributeArr }: Product): Promise<void> => {
  const { data } = await call<Read>('GET', `/product/getById/${id}`);
  assert.equal(data.name, typed);
  assert.deepEqual(
    data.attributeArr.map(({ sku, price, productName }) => ({ sku, price, productName })),
    attributeArr.map(({ sku, price, productName }) => ({ sku, price, productName })),
  );
};

const slowest = (values: readonly number[]): number => Math.max(...values);

const measures = ['made', 'opened', 'html', 'name', 'cell', 'saved', 'memory'] as const;
type Times = Record<(typeof measures)[number], number[]>;

const measure = async (form: ProductPage, product: Product, times: Times): Promise<void> => {
  const { page } = form;
  const { count } = product;
  const open = async () => {
    await form.load();
    return timeOpening(page, { open: () => form.open(product.id), count });
  };
  times.made.push(await timeRows(page, { button: await form.openEmpty(product), count }));
  times.opened.push(await open());
  times.memory.push(await memoryOf(page));
  await page.getByLabel('Product Name').first().focus();
  times.name.push(...(await timeKeys(page)));
  times.saved.push(await timeSaving(page));
  await checkSaved(product);
  await open();
  const html = await page.evaluate(() => document.body.innerHTML);
  await form.enterCell();
  times.cell.push(...(await timeKeys(page)));
  times.html.push(await page.evaluate(showHtml, html));
};

const compareForms = async (forms: readonly ProductPage[], product: Product): Promise<void> => {
  const results = forms.map((form) => ({
    form,
    times: { made: [], opened: [], html: [], name: [], cell: [], saved: [], memory: [] } as Times,
  }));
  const emptyPage = await forms[0]?.page.context().newPage();
  assert.ok(emptyPage);
  const empty: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await emptyPage.bringToFront();
    await emptyPage.setContent('<input autofocus>');
    await emptyPage.locator('input').focus();
    empty.push(...(await timeKeys(emptyPage)));
    for (const { form, times } of results) {
      await form.page.bringToFront();
      await measure(form, product, times);
    }
  }
  await emptyPage.close();
  const print = (title: string, name: keyof Times, of: (values: readonly number[]) => number) => {
    const isTyping = name === 'name' || name === 'cell';
    printRatios({
      title: `${product.count.toLocaleString('en')} variants, ${title}`,
      unit: name === 'memory' ? 'MB' : 'ms',
      rows: [
        ...(isTyping ? [{ name: 'an empty page (the limit)', value: of(empty) }] : []),
        ...results.map(({ form, times }) => ({ name: form.name, value: of(times[name]) })),
      ],
    });
  };
  print(`made by one click (medians of ${rounds}, in turn)`, 'made', median);
  print('opened without loading the page, until they can be seen', 'opened', median);
  print('the same from their HTML (the limit)', 'html', median);
  print('a key in the name until it can be seen (medians)', 'name', median);
  print('the same, 95 of 100 below', 'name', (times) => percentile(times, 0.95));
  print('the same, the slowest of all', 'name', slowest);
  print('a key in a cell until it can be seen (medians)', 'cell', median);
  print('the same, 95 of 100 below', 'cell', (times) => percentile(times, 0.95));
  print('the same, the slowest of all', 'cell', slowest);
  print('saved, until the server has answered', 'saved', median);
  print('memory of the page', 'memory', median);
};

const executablePath = locateChromium();
try {
  if (!executablePath) console.log('\nNo browser: the form is not measured');
  else {
    const browser = await chromium.launch({ executablePath });
    const forms = [await appForm(browser, office), await plainForm(browser, office)];
    for (const count of [100, 1000, 10_000]) await compareForms(forms, await createProduct(call, count));
    await browser.close();
  }
} finally {
  await office.close();
}
