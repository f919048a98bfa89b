import assert from 'node:assert/strict';
import { chromium, type Page } from 'playwright';
import { locateChromium } from '../../scripts/lib/locate.ts';
import { startBenchServer } from './support/bench-server.ts';
import { median, printRatios } from './support/measure.ts';
import { showHtml } from './support/page-times.ts';
import { signedInPage } from './support/product-pages.ts';

/**
 * Measures the time from a click in the sidebar until the rows of the list are painted, with 100,000 products: at the
 * first visit, which also loads code, and again. The limit is the time that the browser needs to show the same page
 * from its HTML.
 */
const products = 100_000;
const rounds = 7;
const lists = ['Product Catalog', 'Category', 'User Manage'];

/** Runs in the page. Resolves with the milliseconds from the next click until the first row is another one. */
const watchClick = () =>
  new Promise<number>((done) => {
    const firstRow = () => document.querySelector('tbody tr[data-row]')?.getAttribute('data-row');
    const before = firstRow();
    const look = (clickedAt: number) => {
      if (![before, undefined].includes(firstRow())) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now() - clickedAt);
        port2.postMessage(null);
      } else requestAnimationFrame(() => look(clickedAt));
    };
    addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true });
  });

const openList = async (page: Page, name: string): Promise<number> => {
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true });
  // A person's pointer rests on the link for a moment, in which the app prefetches.
  await link.hover();
  await page.waitForTimeout(100);
  const time = page.evaluate(watchClick);
  await link.click();
  return time;
};

const executablePath = locateChromium();
if (!executablePath) console.log('\nNo browser: opening lists is not measured');
else {
  const browser = await chromium.launch({ executablePath });
  const office = await startBenchServer({ products, args: ['--web'] });
  const times = new Map(
    lists.map((name) => [name, { first: [] as number[], again: [] as number[], html: [] as number[] }]),
  );
  try {
    for (let round = 0; round < rounds; round += 1) {
      const page = await signedInPage(browser, office);
      await page.getByRole('button', { name: 'Front-end CMS' }).click();
      const html = new Map<string, string>();
      for (const visit of ['first', 'again'] as const) {
        for (const [name, taken] of times) {
          // The page is idle before each click, as it is while a person reads it.
          await page.waitForTimeout(1500);
          taken[visit].push(await openList(page, name));
          html.set(name, await page.evaluate(() => document.body.innerHTML));
        }
      }
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
      for (const [name, taken] of times) taken.html.push(await page.evaluate(showHtml, html.get(name) ?? ''));
      await page.context().close();
    }
    for (const [name, { first, again, html }] of times) {
      printRatios({
        title: `${name}: from the click until the rows are visible (medians of ${rounds})`,
        unit: 'ms',
        rows: [
          { name: 'from its HTML (the limit)', value: median(html) },
          { name: 'again', value: median(again) },
          { name: 'first visit', value: median(first) },
        ],
      });
    }
  } finally {
    await office.close();
    await browser.close();
  }
}
