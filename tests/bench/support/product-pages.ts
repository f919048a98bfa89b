import assert from 'node:assert/strict';
import { decodeJwt } from 'jose';
import type { Browser, Locator, Page } from 'playwright';
import { build } from 'vite';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { storageKeys } from '../../../src/shared/client-defaults.ts';
import { routes } from '../../support/routes.ts';
import type { BenchServer } from './bench-server.ts';

export type ProductPage = {
  name: string;
  page: Page;
  /** Loads the page from which products are opened. */
  load: () => Promise<unknown>;
  open: (id: string) => Promise<unknown>;
  openEmpty: (product: { id: string; count: number }) => Promise<Locator>;
  enterCell: () => Promise<void>;
};

/** The form asks before it creates more variants. */
const confirmedAbove = 500;

export const signedInPage = async (browser: Browser, { url, headers }: BenchServer): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const token = headers.authorization?.replace('Bearer ', '') ?? '';
  const record = JSON.stringify({ ...decodeJwt(token), token });
  await context.addInitScript(([key = '', value = '']) => localStorage.setItem(key, value), [
    storageKeys.session,
    record,
  ] as const);
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(url);
  return page;
};

export const appForm = async (browser: Browser, office: BenchServer): Promise<ProductPage> => {
  const page = await signedInPage(browser, office);
  const address = `${office.url}${routes.productAddEdit}`;
  return {
    name: 'the form of the app',
    page,
    load: async () => {
      await page.goto(`${office.url}${routes.productList}`);
      // The pointer rests on the link before a click, and the app prefetches its page.
      await page.getByRole('row').nth(1).getByRole('link', { name: 'Edit' }).hover();
      await page.waitForTimeout(1000);
    },
    open: (id) =>
      page.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `${routes.productAddEdit}/${id}`),
    openEmpty: async ({ count }) => {
      await page.goto(address);
      const names = [`Colour of ${count}`, `Size of ${count}`];
      for (const name of names) await page.getByRole('checkbox', { name, exact: true }).check();
      const [first, last] = names.map((name) => page.getByRole('button', { name: `Select all ${name} values` }));
      assert.ok(first && last);
      await first.click();
      if (count <= confirmedAbove) return last;
      await last.click();
      return page.getByRole('button', { name: `Create ${count.toLocaleString('en')} variants` });
    },
    enterCell: () => page.getByRole('gridcell', { name: 'Pen', exact: true }).first().dblclick(),
  };
};

const bundle = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'chrome130',
      rolldownOptions: { input: inRoot('tests/bench/support/plain-form.tsx') },
    },
  });
  assert.ok(Array.isArray(built) || 'output' in built);
  const [chunk] = Array.isArray(built) ? (built[0]?.output ?? []) : built.output;
  assert.ok(chunk?.type === 'chunk');
  return chunk.code;
};

export const plainForm = async (browser: Browser, office: BenchServer): Promise<ProductPage> => {
  const page = await signedInPage(browser, office);
  const address = `${office.url}/plain-form`;
  const html = `<!doctype html><title>Plain</title><body><script type="module">${await bundle()}</script>`;
  await page.route(`${address}?*`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  return {
    name: 'plain inputs for all rows',
    page,
    load: () => page.goto(`${address}?`),
    open: (id) => page.evaluate((product) => void openProduct(product), id),
    openEmpty: async ({ id }) => {
      await page.goto(`${address}?id=${id}&isEmpty`);
      return page.getByRole('button', { name: 'Generate' });
    },
    enterCell: () => page.locator('tbody input[aria-label^="productName"]').first().focus(),
  };
};
