import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { routes } from '../../support/routes.ts';
import type { App } from '../support/app.ts';
import { save } from '../support/forms.ts';
import { dropFiles } from '../support/host.ts';
import { makeLargeVideo } from '../support/large-video.ts';
import { expectToast, rejectionErrors, rowOf, savedHereText } from '../support/locators.ts';
import { expect, test } from '../support/test.ts';
import { chooseInMenu, electronOf } from './support.ts';

const allowedGrowth = 150 * 1024 * 1024;
const posts = { method: 'POST', path: /^\/v1\/video\// };

/** Peak growth of the main process's memory in bytes. */
const watchMemory = async (app: App) => {
  const watch = await electronOf(app).evaluateHandle(() => {
    const start = process.memoryUsage.rss();
    const state = { growth: 0 };
    setInterval(() => {
      state.growth = Math.max(state.growth, process.memoryUsage.rss() - start);
    }, 5);
    return state;
  });
  return () => watch.evaluate(({ growth }) => growth);
};

const seek = (page: Page, label: string) =>
  page.locator(label).evaluate(async (element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error('There is no video.');
    const seeked = new Promise((resolve, reject) => {
      element.addEventListener('seeked', resolve, { once: true });
      element.addEventListener('error', () => reject(element.error), { once: true });
    });
    element.currentTime = 7;
    await seeked;
    return { width: element.videoWidth, duration: Math.round(element.duration), at: element.currentTime };
  });

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a video of 50 MB is uploaded despite interruptions', async ({ app, page, api, faults, folder }) => {
  test.setTimeout(180_000);
  app.watch.allow(rejectionErrors);
  const path = join(folder, 'video.mp4');
  await makeLargeVideo(path);
  const growth = await watchMemory(app);

  await app.goto(routes.videoAdd);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ink');
  await app.chooseFiles(/^Choose Attach Video/, path);
  await expect(page.getByText('50 MB · Not saved yet')).toBeVisible();
  const sevenSeconds = { width: 640, duration: 8, at: 7 };
  expect(await seek(page, 'video')).toEqual(sevenSeconds);

  const expectForm = async () => {
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ink');
    await expect(page.getByText('50 MB · Not saved yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  };
  const progress = page.getByRole('progressbar', { name: 'Uploading files' });
  const stalled = () => faults.stallUpload({ ...posts, afterBytes: 20 * 1024 * 1024 });

  const giveUp = stalled();
  await save(page);
  await expect(progress).toHaveAttribute('aria-valuetext', /^Uploading (1[5-9]|[2-4]\d) MB of 50 MB/);
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expectToast(page, 'Upload cancelled. Nothing was saved.');
  await expectForm();
  giveUp();

  const cut = stalled();
  await save(page);
  await expect(progress).toHaveAttribute('aria-valuetext', /^Uploading (1[5-9]|[2-4]\d) MB of 50 MB/);
  expect(await growth()).toBeLessThanOrEqual(allowedGrowth);
  const before = faults.seen.length;
  const release = faults.delay(posts);
  cut();
  await expectToast(page, savedHereText);
  expect(await api.list('video')).toEqual([]);

  const opened = electronOf(app).waitForEvent('window');
  await chooseInMenu(app, 'newWindow');
  const second = await opened;
  await second.goto(app.host.address(routes.videoAdd));
  await second.getByRole('textbox', { name: 'Name' }).fill('Paper');
  await dropFiles(second.getByRole('button', { name: /^Choose Attach Video/ }), [path]);
  await expect(second.getByText('50 MB · Not saved yet')).toBeVisible();
  await save(second);
  // The other one is the change that waited, whose file is read from the page's storage.
  const waiting = () => faults.seen.slice(before).filter((line) => line.startsWith('POST /v1/video/'));
  await expect.poll(() => waiting().length).toBe(2);
  release();
  await expect(rowOf(page, 'Ink')).toBeVisible({ timeout: 60_000 });
  await expect(rowOf(second, 'Paper')).toBeVisible({ timeout: 60_000 });
  expect(await growth()).toBeLessThanOrEqual(allowedGrowth);

  const stored = await api.list('video');
  const names = [...new Set(stored.map(({ videoUrl }) => String(videoUrl)))];
  expect(stored).toHaveLength(2);
  expect(hash(await api.download(names[0] ?? ''))).toBe(hash(await readFile(path)));
  expect(names).toHaveLength(1);

  await second.close();
  await rowOf(page, 'Ink').getByRole('button', { name: /^Play/ }).click();
  await expect(page.getByRole('dialog').locator('video')).toBeVisible();
  expect(await seek(page, '[role="dialog"] video')).toEqual(sevenSeconds);
});
