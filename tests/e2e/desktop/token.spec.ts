import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { routes } from '../../support/routes.ts';
import { rejectionErrors, rowOf } from '../support/locators.ts';
import { token } from '../support/page-monitor.ts';
import { expect, test } from '../support/test.ts';

const heapStrings = async (page: Page): Promise<string> => {
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devtools.detach();
  return chunks.join('');
};

const readStorage = async (): Promise<string> => {
  const answerOf = <Answer>(request: IDBRequest<Answer>) =>
    new Promise<Answer>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const contentOfDatabase = async ({ name = '' }: IDBDatabaseInfo) => {
    const database = await answerOf(indexedDB.open(name));
    const stores = [...database.objectStoreNames];
    const read = (store: string) => answerOf(database.transaction(store).objectStore(store).getAll());
    const content = await Promise.all(stores.map(read));
    database.close();
    return content;
  };
  const databases = await Promise.all((await indexedDB.databases()).map(contentOfDatabase));
  return JSON.stringify([
    { ...localStorage },
    { ...sessionStorage },
    document.cookie,
    databases,
    await caches.keys().catch(() => []),
    location.href,
  ]);
};

const contentOf = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')))).join('\n');
};

test('the token never reaches the page', async ({ app, page }) => {
  app.watch.allow(rejectionErrors);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), JSON.stringify(request.headers())));
  await app.goto(routes.userList);
  await expect(rowOf(page, 'asha@example.com')).toBeVisible();
  const told = await page.evaluate(async () => [
    await backoffice.authorize(),
    await backoffice.signIn({ email: 'asha@example.com', password: 'correct horse battery' }),
    await backoffice.getAppInfo(),
    await backoffice.getServerStatus(),
    await backoffice.getServerSetting(),
    await backoffice.getUpdateStatus(),
    await backoffice.send({
      requestId: '1',
      method: 'POST',
      path: '/v1/user/login',
      body: { email: 'asha@example.com', password: 'correct horse battery' },
    }),
    await (await fetch('/v1/user/authorization')).text(),
    await (await fetch('/v1//user/authorizatio%6e')).text(),
    await (await fetch('/v1/user/login', { method: 'POST', body: '{}' })).text(),
  ]);
  expect(told[0]).toMatchObject({ state: 'signedIn' });
  expect(told[1]).toMatchObject({ success: true });
  expect(JSON.stringify(told)).not.toMatch(token);

  const read = () => page.evaluate(readStorage);
  await expect.poll(read, 'the last responses are kept').toContain('asha@example.com');
  expect(await read()).not.toMatch(token);
  expect(addresses.join('\n')).not.toMatch(token);
  const heap = await heapStrings(page);
  expect(heap).toContain('asha@example.com');
  expect(heap).not.toMatch(token);
});

test('without encryption the token is never stored', async ({ app, folder }) => {
  await app.page.evaluate(() => backoffice.authorize());
  expect(await app.page.evaluate(async () => (await backoffice.getAppInfo()).canPersistSession)).toBe(false);
  await app.restart();
  await app.expectSignedOut();
  const written = await contentOf(join(folder, 'user-data'));
  expect(written).toContain('Started');
  expect(written).not.toMatch(token);
  expect(app.host.log()).not.toMatch(token);
});
