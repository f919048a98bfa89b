import { join } from 'node:path';
import { routes } from '../../support/routes.ts';
import { Api } from '../support/api.ts';
import { App } from '../support/app.ts';
import { desktopHost } from '../support/desktop-host.ts';
import { rowOf } from '../support/locators.ts';
import { readPrepared } from '../support/prepare.ts';
import { expect, test } from '../support/test.ts';
import { TestServer } from '../support/test-server.ts';

test('data in use by another app opens once that app has quit', async ({ folder, serverRunner }) => {
  const userDataDir = join(folder, 'held');
  const dataDir = join(userDataDir, 'server');
  const holder = await TestServer.copyOf(readPrepared().dataDir, { host: serverRunner, dataDir });
  const url = await holder.start();
  const api = new Api(() => url);
  await api.create('country', { name: 'India' });
  const app = new App(desktopHost({ userDataDir }));
  try {
    await app.open();
    const { page } = app;
    const notice = page.getByRole('dialog', { name: 'This data is in use' });
    await expect(notice).toContainText('has had it open on this computer since');
    await expect(notice).toContainText(dataDir);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toBeVisible();

    await holder.kill();
    await expect(notice).toHaveCount(0);
    await app.signIn();
    await app.goto(routes.countryList);
    await expect(rowOf(page, 'India')).toBeVisible();
  } finally {
    await app.close();
    await holder.kill();
  }
});
