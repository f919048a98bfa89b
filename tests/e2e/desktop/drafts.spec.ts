import { join } from 'node:path';
import { routes } from '../../support/routes.ts';
import { expectDraftSaved } from '../support/drafts.ts';
import { png, putFile, readFiles } from '../support/files.ts';
import { save } from '../support/forms.ts';
import { rowOf } from '../support/locators.ts';
import { expect, test } from '../support/test.ts';
import { chooseInMenu, electronOf } from './support.ts';

test('a form survives a crash of the app', async ({ app, api, folder }) => {
  app.watch.allow(/crash/i);
  const picture = await putFile(folder, 'pens.png', png([30, 90, 200]));
  await app.goto(routes.blogAdd);
  await app.page.getByRole('textbox', { name: 'Blog Title' }).fill('Ink for everyone');
  await app.page.getByRole('textbox', { name: 'Description' }).fill('All of it');
  await app.host.chooseFiles(app.page, [picture], () =>
    app.page.getByRole('button', { name: 'Choose Upload Image' }).click(),
  );
  await expectDraftSaved(app.page, 'All of it', 1);
  const written = await readFiles(join(folder, 'user-data', 'IndexedDB'));
  expect(written).toContain(routes.blogAdd);
  expect(written).not.toContain('All of it');
  expect(written).not.toContain('pens.png');
  expect(written).not.toContain(png([30, 90, 200]).toString('latin1'));
  const pid = await electronOf(app).evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  const isGone = app.page.waitForEvent('crash');
  process.kill(Number(pid), 'SIGKILL');
  await isGone;

  await app.restart(routes.blogAdd);
  await app.signIn();
  const { page } = app;
  await app.goto(routes.blogAdd);
  await page
    .getByRole('status')
    .filter({ hasText: 'You have unsaved changes' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(page.getByRole('textbox', { name: 'Blog Title' })).toHaveValue('Ink for everyone');
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveText('All of it');
  await expect(page.getByText('pens.png')).toBeVisible();
  await save(page);
  await expect(rowOf(page, 'Ink for everyone')).toBeVisible();
  const [stored] = await api.list('blogs');
  expect(await api.download(String(stored?.image))).toEqual(png([30, 90, 200]));
});

test('each window has its own draft', async ({ app, page }) => {
  await app.goto(routes.categoryAdd);
  await page.getByRole('textbox', { name: 'Category Name' }).fill('Pens');
  const opened = electronOf(app).waitForEvent('window');
  await chooseInMenu(app, 'newWindow');
  const second = await opened;
  await second.goto(app.host.address(routes.categoryAdd));
  await second.getByRole('textbox', { name: 'Category Name' }).fill('Ink');
  await expectDraftSaved(page, 'Pens');
  await expectDraftSaved(page, 'Ink');
  // The draft is open in another window, so it is not offered here.
  await expect(second.getByRole('button', { name: 'Restore' })).toHaveCount(0);

  await second.close();
  await save(page);
  await expect(rowOf(page, 'Pens')).toBeVisible();
  await app.navigateInApp(routes.categoryAdd);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('textbox', { name: 'Category Name' })).toHaveValue('Ink');
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
});
