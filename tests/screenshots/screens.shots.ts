import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { inRoot } from '../../scripts/lib/paths.ts';
import { extraRoutes } from '../../src/shared/routes.ts';
import type { Api } from '../e2e/support/api.ts';
import { fillRoute, type Ids } from '../e2e/support/records.ts';
import { test as base, expect } from '../e2e/support/test.ts';
import { firstAdmin, TestServer } from '../e2e/support/test-server.ts';
import { routes } from '../support/routes.ts';

const folder = inRoot('docs/screens');
const width = 1000;
const quality = 0.8;

const resourceOf: Record<string, string> = {
  help: 'helpSupport',
  blog: 'blogs',
  brand: 'brandsPage',
  life: 'life-at-saya',
};

const resourceNames = [
  ...[
    'user',
    'help',
    'category',
    'attribute',
    'notification',
    'subCategory',
    'attributeValue',
    'product',
    'faq',
  ],
  ...[
    'about',
    'video',
    'contact',
    'gift',
    'terms',
    'privacy',
    'blog',
    'catalogue',
    'brand',
    'banner',
    'life',
  ],
  'opportunity',
];

const test = base.extend({
  server: async ({ folder: own, serverRunner }, use) => {
    const server = new TestServer({
      host: serverRunner,
      dataDir: join(own, 'server'),
      firstAdmin: { ...firstAdmin, hasSample: true },
    });
    await use(server);
    await server.stop();
  },
});

const sampleIds = async (api: Api): Promise<Ids> => {
  const [admin] = await api.list('user');
  await api.create('notification', { userId: admin?._id, name: 'The spring catalogue is out' });
  const ids: Ids = {};
  for (const name of resourceNames) {
    const [first] = await api.list(resourceOf[name] ?? name);
    if (first) ids[name] = first._id;
  }
  const [subCategory] = await api.list('subCategory');
  const [attributeValue] = await api.list('attributeValue');
  return {
    ...ids,
    category: String(subCategory?.categoryId ?? ids.category),
    attribute: String(attributeValue?.attributeId ?? ids.attribute),
  };
};

/** WebP is a quarter of the size of Chromium's PNG. */
const toWebp = async (browser: Browser, png: Buffer): Promise<Buffer> => {
  const page = await browser.newPage();
  const base64 = await page.evaluate(
    async ([data, targetWidth, targetQuality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = targetWidth;
      canvas.height = Math.round((image.height * targetWidth) / image.width);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('Chromium draws nothing here');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/webp', targetQuality).split(',')[1] ?? '';
    },
    [png.toString('base64'), width, quality] as const,
  );
  await page.close();
  return Buffer.from(base64, 'base64');
};

/** Takes a screenshot once the page has settled: no skeletons, and two identical shots in a row. */
const takePicture = async (page: Page): Promise<Buffer> => {
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  let last: Buffer = Buffer.alloc(0);
  await expect(async () => {
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    const before = last;
    last = await page.screenshot();
    expect(last.equals(before)).toBe(true);
  }).toPass({ intervals: [400] });
  return last;
};

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

for (const scheme of ['light', 'dark'] as const) {
  test(scheme, async ({ app, page, api, browser }) => {
    await mkdir(folder, { recursive: true });
    await page.evaluate((value) => localStorage.setItem('mantine-color-scheme-value', value), scheme);
    const ids = await sampleIds(api);
    await page.mouse.move(0, 0);
    const addresses = {
      ...Object.fromEntries(Object.entries(routes).map(([name, path]) => [name, fillRoute(name, path, ids)])),
      history: generatePath(extraRoutes.history, {
        resource: 'notification',
        recordId: ids.notification ?? '',
      }),
      trash: extraRoutes.trash,
    };
    for (const [name, address] of Object.entries(addresses)) {
      await test.step(name, async () => {
        await app.load(address);
        const picture = await toWebp(browser, await takePicture(page));
        await writeFile(join(folder, `${kebab(name)}-${scheme}.webp`), picture);
      });
    }
  });
}
