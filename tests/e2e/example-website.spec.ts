import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import axe from 'axe-core';
import { extraRoutes } from '../../src/shared/routes.ts';
import { routes } from '../support/routes.ts';
import { buildExample, installExample, serveFolder, watchExample } from './support/example-website.ts';
import { save } from './support/forms.ts';
import { expectToast } from './support/locators.ts';
import { seedOneOfEach } from './support/records.ts';
import { expect, once, test } from './support/test.ts';

// One worker, so that the packages of the example are installed once.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  await installExample();
});

/** A visitor's browser, which knows nothing of the app. */
const visit = async (browser: Browser, url: string): Promise<Page> => {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  await page.goto(url);
  return page;
};

test(
  'a price that changes in the office changes on a website',
  once,
  async ({ app, page, api, folder, faults, browser }) => {
    test.slow();
    const id = await api.create('product', { name: 'Glide', price: 10 });
    await app.load(extraRoutes.website);
    await page.getByRole('switch', { name: 'Websites can read' }).click();
    await expectToast(page, 'Website settings saved');
    await page.getByRole('checkbox', { name: 'Require a read token' }).check();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByRole('button', { name: 'Create token…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create read token' });
    await dialog.getByLabel('Name').fill('Build');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const token = (await dialog.getByText(/^site_/).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();

    const [to, content] = [join(folder, 'site'), join(folder, 'content')];
    const build = () => buildExample({ url: faults.target, token, to, content });
    expect(await build()).toContain('Read everything');
    const site = await serveFolder(to);
    const visitor = await visit(browser, `${site.url}/products/glide/`);
    await expect(visitor.getByText('₹10', { exact: true })).toBeVisible();

    await app.goto(`${routes.productAddEdit}/${id}`);
    await page.getByRole('textbox', { name: 'Price' }).fill('12');
    await save(page);
    await expectToast(page, /saved|updated/i);
    // The page, and its time in the map of the site.
    expect(await build()).toMatch(/Changed since last time: 1\n[\s\S]*Wrote 2 of/);
    await visitor.reload();
    await expect(visitor.getByText('₹12', { exact: true })).toBeVisible();
    await visitor.close();
    site.stop();
  },
);

test(
  'a website is whole and accessible while the office is off',
  once,
  async ({ api, server, folder, faults, browser }) => {
    test.slow();
    await seedOneOfEach(api);
    expect((await api.call('PATCH', '/website', { isOn: true })).status).toBe(200);
    const options = { url: faults.target, to: join(folder, 'site'), content: join(folder, 'content') };
    await buildExample(options);
    await server.stop();
    expect(await buildExample(options)).toMatch(/built from the copy of last time[\s\S]*Wrote 0 of/);

    const site = await serveFolder(options.to);
    const page = await visit(browser, site.url);
    const failed: string[] = [];
    page.on('response', (response) => void (response.status() >= 400 && failed.push(response.url())));
    // A page that is left ends the loading of what only its last width or theme asked for.
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (reason !== 'net::ERR_ABORTED') failed.push(`${request.url()} ${reason}`);
    });
    page.on('request', (request) => void (request.url().startsWith(site.url) || failed.push(request.url())));
    page.on('pageerror', (error) => void failed.push(error.message));
    await page.goto(site.url);
    await page.evaluate(axe.source);
    const visited = new Set<string>();
    const queue = [`${site.url}/`, `${site.url}/search/?q=pen`];
    for (let url = queue.shift(); url; url = queue.shift()) {
      if (visited.has(url)) continue;
      visited.add(url);
      const response = await fetch(url);
      expect([url, response.status]).toEqual([url, 200]);
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      await page.goto(url);
      await page.evaluate(axe.source);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await page.evaluate(() => axe.run());
        expect([url, violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)]).toEqual([url, []]);
      }
      for (const width of [320, 2560, 1280]) {
        await page.setViewportSize({ width, height: 720 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([url, width, overflow]).toEqual([url, width, 0]);
      }
      const { links, unsized, scripts, title } = await page.evaluate(() => ({
        links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href.replace(/#.*/, '')),
        unsized: [...document.querySelectorAll('img:not([width][height])')].map(({ outerHTML }) => outerHTML),
        scripts: [...document.querySelectorAll('script:not([type="module"], [type="application/ld+json"])')].length,
        title: document.title,
      }));
      expect({ url, unsized, scripts }).toEqual({ url, unsized: [], scripts: 0 });
      expect(title).not.toBe('');
      queue.push(...links.filter((link) => link.startsWith(site.url)));
    }
    const read = async (path: string) => (await fetch(`${site.url}/${path}`)).text();
    const listed = [...(await read('sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, url = '']) => new URL(url).pathname,
    );
    expect([...visited]).toEqual(expect.arrayContaining(listed.map((path) => site.url + path)));
    expect(listed).toContain('/openings/designer/');
    expect(await read('robots.txt')).toContain('/sitemap.xml');
    await page.goto(`${site.url}/search/?q=gel`);
    await expect(page.getByRole('list').getByRole('link', { name: 'Gel pen Product' })).toBeVisible();
    expect(failed).toEqual([]);
    await page.close();
    site.stop();
  },
);

test('an edit appears on a watched website with one more request', once, async ({ api, folder, faults, browser }) => {
  test.slow();
  const id = await api.create('product', { name: 'Glide', price: 10 });
  expect((await api.call('PATCH', '/website', { isOn: true })).status).toBe(200);
  const watched = await watchExample({ url: faults.url, content: join(folder, 'content') });
  const page = await visit(browser, `${watched.url}/products/glide/`);
  await expect(page.getByText('₹10', { exact: true })).toBeVisible();
  faults.seen.length = 0;
  expect((await api.call('PATCH', `/product/updateById/${id}`, { price: 12 })).status).toBe(200);
  await expect(page.getByText('₹12', { exact: true })).toBeVisible();
  const read = faults.seen.filter((each) => !each.includes('/site/v1/changes'));
  expect(read).toEqual([`GET /site/v1/products/${id}`]);
  await page.close();
  await watched.stop();
});

test(
  'records that aren’t active open on a watched website, and only with their link',
  once,
  async ({ app, page, api, folder, faults, browser }) => {
    test.slow();
    const categoryId = await api.create('category', { name: 'Inks' });
    const id = await api.create('product', { name: 'Secret pen', status: 'INACTIVE', categoryId });
    const subId = await api.create('subCategory', { name: 'Secret inks', status: 'INACTIVE', categoryId });
    expect((await api.call('PATCH', '/website', { isOn: true })).status).toBe(200);
    const watched = await watchExample({ url: faults.target, content: join(folder, 'content') });
    expect((await api.call('PATCH', '/website', { pageAddress: watched.url })).status).toBe(200);
    const readLink = async (resource: string, record: string) => {
      const { body } = await api.call('POST', `/${resource}/preview/${record}`, {});
      return (body as { data: { url: string } }).data.url;
    };
    const visitor = await visit(browser, watched.url);

    await app.goto(`${routes.productAddEdit}/${id}`);
    const open = page.getByRole('button', { name: 'Open on the website' });
    app.watch.allow(/^outside request: http:\/\/localhost:/);
    const [opened] = await Promise.all([page.context().waitForEvent('page'), open.click()]);
    await expect(opened.getByRole('heading', { name: 'Secret pen' })).toBeVisible();
    const preview = new URL(opened.url());
    await opened.close();
    const response = await fetch(preview);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await fetch(new URL(preview.pathname, preview))).status).toBe(404);

    await visitor.goto(await readLink('subCategory', subId));
    await expect(visitor.getByRole('heading', { name: 'Secret inks' })).toBeVisible();

    // Other tokens don’t show the product instead, though it is published.
    expect((await api.call('PATCH', `/product/updateById/${id}`, { status: 'ACTIVE' })).status).toBe(200);
    for (const token of ['', 'x', new URL(await readLink('category', categoryId)).searchParams.get('preview')]) {
      const refused = await fetch(`${preview.origin}${preview.pathname}?preview=${token}`);
      expect([token, refused.ok, refused.headers.get('cache-control')]).toEqual([token, false, 'no-store']);
      expect(await refused.text()).not.toContain('Secret pen');
    }
    await visitor.close();
    await watched.stop();
  },
);
