import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { test as base, expect } from '../e2e/support/test.ts';
import { firstAdmin, TestServer } from '../e2e/support/test-server.ts';

const width = 1000;
const quality = 0.8;

/** A test on a server with the sample data. */
export const test = base.extend({
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

/** Takes a screenshot as WebP once the page has settled: no skeletons, and two identical shots in a row. */
export const takePicture = async (browser: Browser, page: Page): Promise<Buffer> => {
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  let last: Buffer = Buffer.alloc(0);
  await expect(async () => {
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    const before = last;
    last = await page.screenshot();
    expect(last.equals(before)).toBe(true);
  }).toPass({ intervals: [400] });
  return toWebp(browser, last);
};
