import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { routes } from '../../support/routes.ts';
import { readFiles } from '../support/files.ts';
import { rejectionErrors, rowOf } from '../support/locators.ts';
import { token } from '../support/page-monitor.ts';
import { expectCached } from '../support/response-cache.ts';
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

test('the token never reaches the page', async ({ app, page, folder }) => {
  app.watch.allow(rejectionErrors);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), JSON.stringify(request.headers())));
  await app.goto(routes.userList);
  await expect(rowOf(page, 'asha@example.com')).toBeVisible();
  const told = await page.evaluate(async () => [
    await backoffice.authorize(),
    await backoffice.getStorageKey(),
    await backoffice.signIn({ email: 'asha@example.com', password: 'correct horse battery' }),
    await backoffice.getAppInfo(),
    await backoffice.getServerStatus(),
    await backoffice.getServerSetting(),
    await backoffice.getUpdateStatus(),
    await (await fetch('/v1/user/authorization')).text(),
    await (await fetch('/v1//user/authorizatio%6e')).text(),
    await (await fetch('/v1/user/login', { method: 'POST', body: '{}' })).text(),
  ]);
  expect(told[0]).toMatchObject({ state: 'signedIn' });
  expect(told[2]).toMatchObject({ success: true });
  expect(JSON.stringify(told)).not.toMatch(token);

  await expectCached(page, 'asha@example.com');
  const stored = await page.evaluate(readStorage);
  expect(stored).not.toMatch(token);
  const written = await readFiles(join(folder, 'user-data', 'IndexedDB'));
  for (const text of [stored, written]) expect(text, 'responses are encrypted').not.toContain('asha@example.com');
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
  const written = await readFiles(join(folder, 'user-data'));
  expect(written).toContain('Started');
  expect(written).not.toMatch(token);
  expect(app.host.log()).not.toMatch(token);
});
