import { join } from 'node:path';
import { texts } from '../../../src/shared/texts.ts';
import { routes } from '../../support/routes.ts';
import { Api } from '../support/api.ts';
import { App } from '../support/app.ts';
import { desktopHost } from '../support/desktop-host.ts';
import { refusal, rowOf } from '../support/parts.ts';
import { expect, test } from '../support/test.ts';
import { TestServer } from '../support/test-server.ts';

test('data that another one has open can be read meanwhile, and is opened whole when that one is gone', async ({
  folder,
  prepared,
  serverHost,
}) => {
  const userDataDir = join(folder, 'held');
  const dataDir = join(userDataDir, 'server');
  const holder = await TestServer.copyOf(prepared.dataDir, { host: serverHost, dataDir });
  const url = await holder.start();
  const api = new Api(() => url);
  await api.create('country', { name: 'India' });
  const app = new App(desktopHost({ userDataDir }));
  app.watch.allow(refusal);
  try {
    await app.open();
    const { page } = app;
    const notice = page.getByRole('dialog', { name: 'This data is open elsewhere' });
    await expect(notice).toContainText('has it open on this computer since');
    await expect(notice).toContainText(dataDir);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await notice.getByRole('button', { name: 'Open read-only' }).click();
    await expect(notice).toHaveCount(0);

    await app.signIn();
    const banner = page.getByRole('status').filter({ hasText: 'Read-only' });
    await expect(banner).toBeVisible();
    await app.goto(routes.countryList);
    await expect(rowOf(page, 'India')).toBeVisible();
    await app.follow(routes.faqAdd);
    await page.getByRole('textbox', { name: 'Question' }).fill('Typed while it was read-only');
    await page.getByRole('textbox', { name: 'Answer' }).fill('And its answer');
    await page.getByRole('button', { name: texts.faq.saveNew }).click();
    await expect(page.getByText(/Nothing can be changed here while another/).first()).toBeVisible();
    expect(await api.list('faq')).toEqual([]);

    await holder.kill();
    await expect(banner).toHaveCount(0);
    await page.getByRole('button', { name: texts.faq.saveNew }).click();
    await expect(rowOf(page, 'Typed while it was read-only')).toBeVisible();
  } finally {
    await app.close();
    await holder.kill();
  }
});
