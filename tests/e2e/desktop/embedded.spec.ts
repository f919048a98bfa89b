import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locateElectron } from '../../../scripts/lib/electron.ts';
import { root } from '../../../scripts/lib/paths.ts';
import { texts } from '../../../src/shared/texts.ts';
import { routes } from '../../support/routes.ts';
import { desktopHost } from '../support/desktop-host.ts';
import { asField, png, pngChunk } from '../support/files.ts';
import { rejectionErrors, rowOf } from '../support/locators.ts';
import { expect, test } from '../support/test.ts';
import { electronOf, runSchedulesAtOnce, serverPid } from './support.ts';

test.use({ isEmbedded: true });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a crashed server is restarted with its session', async ({ app, page }) => {
  app.watch.allow(rejectionErrors);
  const pid = await serverPid(app);
  await page.evaluate(() => {
    const states: string[] = [];
    Reflect.set(window, 'states', states);
    backoffice.on('serverStatus', ({ state }) => states.push(state));
  });
  process.kill(pid, 'SIGKILL');
  const states = () => page.evaluate(() => Reflect.get(window, 'states'));
  await expect.poll(states).toEqual(['restarting', 'running']);
  expect(await serverPid(app)).not.toBe(pid);
  expect(await page.evaluate(() => backoffice.authorize())).toMatchObject({ state: 'signedIn' });
  expect(await page.evaluate(async () => (await fetch('/v1/country/')).status)).toBe(200);

  const expected = ['restarting', 'running'];
  for (const next of [['restarting', 'running'], ['restarting', 'running'], ['failed']]) {
    process.kill(await serverPid(app), 'SIGKILL');
    expected.push(...next);
    await expect.poll(states).toEqual(expected);
  }
  await expect(page.getByText('The server keeps stopping')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(states).toEqual([...expected, 'starting', 'running']);
});

test('a form survives a crash of the server', async ({ app, page }) => {
  app.watch.allow(rejectionErrors);
  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Typed before the crash');
  await page.getByRole('textbox', { name: 'Answer' }).fill('And its answer');
  process.kill(await serverPid(app), 'SIGKILL');
  await expect.poll(() => page.evaluate(async () => (await fetch('/v1/country/')).status)).toBe(200);
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('Typed before the crash');
  await page.getByRole('button', { name: texts.faq.saveNew }).click();
  await expect(rowOf(page, 'Typed before the crash')).toContainText('And its answer');
});

test('the embedded server checks images and makes them smaller', async ({ app, page }) => {
  app.watch.allow(rejectionErrors);
  const whole = png([194, 38, 46]);
  const comment = pngChunk('tEXt', Buffer.from('Author\0Asha'));
  const end = whole.length - 12;
  const signed = Buffer.concat([whole.subarray(0, end), comment, whole.subarray(end)]);
  const create = (name: string, bytes: Buffer) =>
    page.evaluate(
      async (image) => {
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ name: 'Pens', image });
        const response = await fetch('/v1/category/', { method: 'POST', headers, body });
        return { status: response.status, body: await response.json() };
      },
      asField(name, bytes),
    );
  expect(await create('half.png', whole.subarray(0, 60))).toMatchObject({
    status: 400,
    body: { message: 'half.png is damaged or incomplete. Export or download it again.' },
  });
  expect(await create('whole.png', signed)).toMatchObject({
    status: 200,
    body: { data: { files: { image: { name: 'whole.png', size: whole.length } } } },
  });
  await app.goto(routes.categoryList);
  const thumbnail = rowOf(page, 'Pens').getByRole('img', { name: 'Category Image of Pens' });
  const type = () =>
    thumbnail.evaluate(async (image) => {
      const { headers } = await fetch((image as HTMLImageElement).currentSrc);
      return headers.get('content-type');
    });
  await expect.poll(type).toBe('image/webp');
  expect(app.host.log()).not.toContain('without being checked');
});

test('the embedded server checks a large import on a thread, and writes it', async ({ app, page }) => {
  const pid = await serverPid(app);
  const rows = Array.from({ length: 1200 }, (_, index) => `Pen ${index},PEN-${index}`);
  const uploaded = await page.evaluate(
    async (csv) => {
      const form = new FormData();
      form.set('excel', new Blob([csv]), 'pens.csv');
      const upload = (query: string) =>
        fetch(`/v1/product/upload-csv${query}`, { method: 'POST', body: form }).then(({ status }) => status);
      const statuses = [await upload('?dryRun=true'), await upload('')];
      const list = await (await fetch('/v1/product/')).json();
      return { statuses, total: list.total };
    },
    `Name,SKU\n${rows.join('\n')}\n`,
  );
  expect(uploaded).toEqual({ statuses: [200, 200], total: 1200 });
  expect(await serverPid(app)).toBe(pid);
});

test('the server answers only the app on this computer', async ({ app, page }) => {
  expect(await page.evaluate(async () => (await fetch('/v1/country/')).status)).toBe(200);
  const address = /listening at (http:[^"]+)/.exec(app.host.log())?.[1] ?? '';
  expect(new URL(address).hostname).toBe('127.0.0.1');
  for (const path of ['/v1/meta', '/v1/setup', '/v1/country/', '/uploads/a.png']) {
    const response = await fetch(`${address}${path}`, {
      headers: { 'x-backoffice-key': 'guessed' },
    });
    expect(response.status, path).toBe(403);
  }
});

test('the server ends with the app', async ({ app, folder }) => {
  const left = () => readdir(join(folder, 'user-data', 'server'));
  const expectRunning = () =>
    expect.poll(() => app.page.evaluate(() => backoffice.getServerStatus())).toEqual({ state: 'running' });
  const quit = await serverPid(app);
  await app.close();
  await expect.poll(() => isAlive(quit)).toBe(false);
  expect(await left(), 'it was given the time to close its database').toContain('backoffice.db.closed');
  await app.open();
  await expectRunning();
  expect(await left(), 'what is open is not taken for closed').not.toContain('backoffice.db.closed');
  const killed = await serverPid(app);
  const main = electronOf(app).process();
  const ended = once(main, 'exit');
  main.kill('SIGKILL');
  await ended;
  await expect.poll(() => isAlive(killed)).toBe(false);
  await app.open();
  await expectRunning();
});

test('a second start focuses the first window', async ({ app, folder }) => {
  const electron = electronOf(app);
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const second = spawn(locateElectron() ?? '', ['.', `--user-data-dir=${join(folder, 'user-data')}`, ...flags], {
    cwd: root,
    stdio: 'ignore',
  });
  expect(await once(second, 'exit')).toEqual([0, null]);
  expect(electron.windows()).toHaveLength(1);
  await expect
    .poll(() => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
});

test('all scheduled work of the embedded server succeeds', async ({ app, page, folder }) => {
  app.watch.allow(rejectionErrors);
  await runSchedulesAtOnce(app, folder);
  process.kill(await serverPid(app), 'SIGKILL');
  const readDataCheck = () => page.evaluate(async () => (await (await fetch('/v1/home')).json()).data?.dataCheck);
  await expect.poll(readDataCheck).toMatchObject({ isDamaged: false, orphanRows: 0 });
  // The server finishes its work before it closes the database.
  await app.close();
  expect(await readdir(join(folder, 'user-data', 'server'))).toContain('backoffice.db.closed');
  expect(app.host.log()).not.toMatch(/"level":[56]0/);
  expect(app.host.log().match(/The server ended/g)).toHaveLength(1);
});

test.describe('an unreadable database', () => {
  test('is left unchanged until it is repaired', async ({ folder }) => {
    const userDataDir = join(folder, 'broken');
    const file = join(userDataDir, 'server', 'backoffice.db');
    const garbage = Buffer.from('This was a database once. '.repeat(1000));
    await mkdir(join(userDataDir, 'server'), { recursive: true });
    await writeFile(file, garbage);
    const host = desktopHost({ userDataDir });
    const page = await host.open();
    try {
      await expect(page.getByText('The server couldn’t start').first()).toBeVisible();
      await expect(page.getByText(file)).toBeVisible();
      expect(await readFile(file)).toEqual(garbage);
      await rm(file);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('The server couldn’t start')).toHaveCount(0);
      await expect.poll(() => page.evaluate(() => backoffice.getServerStatus())).toEqual({ state: 'running' });
    } finally {
      await host.close();
    }
  });
});
