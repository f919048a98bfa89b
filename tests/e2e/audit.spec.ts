import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { asField, png } from './support/files.ts';
import { expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { admin } from './support/test-server.ts';

const zelda = {
  name: 'Zelda Quux',
  email: 'zelda@example.com',
  role: 'SUBADMIN',
  password: 'a long password',
};

test('admins find security events and erase personal data', once, async ({ app, page, api, folder }) => {
  app.watch.allow(rejectionErrors);
  const id = await api.create('user', zelda);
  await api.call('PATCH', `/user/updateById/${id}`, { role: 'ADMIN' });
  await api.call('POST', '/user/login', { email: 'nobody@example.com', password: 'wrong password' });

  await test.step('the log opens from the menu and shows who did what', async () => {
    await app.load('/');
    await page.getByRole('banner').getByRole('button', { name: 'Admin' }).click();
    await page.getByRole('menuitem', { name: 'Audit log' }).click();
    await expect(rowOf(page, 'Role changed')).toContainText('Sub admin → Admin');
    await expect(rowOf(page, 'Role changed')).toContainText('Administrator');
    await expect(rowOf(page, 'Unknown account')).toContainText('Failure');
    await expectAccessible(page, 'audit log');
  });
  await test.step('it is filtered by event, outcome, user and time', async () => {
    await page.getByRole('button', { name: texts.list.advanceFilter }).click();
    await page.getByRole('combobox', { name: 'Affected user' }).click();
    await page.getByRole('option', { name: zelda.name }).click();
    await expect(rowOf(page, 'Unknown account')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'User added' }).click();
    await expect(rowOf(page, 'Role changed')).toHaveCount(0);
    await expect(rowOf(page, 'User added')).toHaveCount(1);
    await expectAccessible(page, 'audit log with filters');
    await page.getByRole('textbox', { name: 'From' }).fill('1/3/2099');
    await page.keyboard.press('Escape');
    await expect(page.getByText('No audit entries match your search')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(page.getByText('No entries in this period')).toBeVisible();
    await page.getByRole('button', { name: 'Clear From' }).click();
    await expect(rowOf(page, 'Role changed')).toBeVisible();
  });
  await test.step('it is exported', async () => {
    const path = join(folder, 'audit.csv');
    await app.host.saveFile(page, path, async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
    });
    expect(await readFile(path, 'utf8')).toContain('Sub admin → Admin');
  });
  await test.step('all data about a user is exported as JSON', async () => {
    await app.goto(`/UserManagerDetail/${id}`);
    const path = join(folder, 'data.json');
    const offered = await app.host.saveFile(page, path, () =>
      page.getByRole('button', { name: 'Export personal data' }).click(),
    );
    expect(offered).toMatch(/^Personal data of Zelda Quux .*\.json$/);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ user: { email: zelda.email } });
  });
  await test.step('a deleted user is erased after typing the name', async () => {
    await api.call('DELETE', `/user/deleteById/${id}`);
    await app.goto(extraRoutes.trash);
    await page.getByRole('button', { name: `Erase personal data of ${zelda.name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase personal data?' });
    await dialog.getByRole('button', { name: 'Erase personal data' }).click();
    await expect(dialog.getByText('This isn’t the name of the deleted user')).toBeVisible();
    await expectAccessible(page, 'erase dialog');
    await dialog.getByRole('textbox').fill(zelda.name);
    await dialog.getByRole('button', { name: 'Erase personal data' }).click();
    await expectToast(page, 'Personal data erased');
    await expect(rowOf(page, zelda.name)).toHaveCount(0);
    await app.goto(extraRoutes.audit);
    await expect(rowOf(page, 'Personal data erased')).toContainText('Erased user');
    await expect(page.getByRole('main').getByText(zelda.name)).toHaveCount(0);
  });
});

const readFolder = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')))).join('\n');
};

const signIn = async (page: Page) => {
  await page.getByRole('textbox', { name: texts.login.identifierLabel }).fill(admin.email);
  await page.getByRole('textbox', { name: texts.login.passwordLabel, exact: true }).fill(admin.password);
  await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
};

test('a browser’s cache keeps no record, and no file after the logout', once, async ({ app, api, browser, folder }) => {
  const image = asField('a.png', png([1, 2, 3]));
  await api.create('category', { name: 'Zebra wallets', image, banner: image });
  const profile = join(folder, 'profile');
  const context = await browser.browserType().launchPersistentContext(profile);
  const [page = await context.newPage()] = context.pages();
  const readCache = () => readFolder(join(profile, 'Default', 'Cache'));
  await page.goto(app.host.address(routes.categoryList));
  await signIn(page);
  await expect(rowOf(page, 'Zebra wallets')).toBeVisible();
  await expect.poll(readCache).toContain('/uploads/');
  expect(await readCache()).not.toContain('Zebra');
  // While a request is under way, the cache holds its address.
  await expect.poll(readCache).not.toContain('/v1/');

  await page.getByRole('banner').getByRole('button', { name: 'Admin' }).click();
  await page.getByRole('menuitem', { name: texts.logout.label }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.logout.label }).click();
  await expect(page.getByRole('button', { name: texts.login.submit, exact: true })).toBeVisible();
  await expect.poll(readCache).not.toContain('/uploads/');
  await context.close();
});
