import type { Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { storageKeys } from '../../src/shared/client-defaults.ts';
import { livePath } from '../../src/shared/live.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { readClientStorage } from './support/client-storage.ts';
import { damageDraft, expectDraftSaved, readDrafts } from './support/drafts.ts';
import { png, putFile } from './support/files.ts';
import { cancel, openAddDialog, save } from './support/forms.ts';
import { rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';
import { admin } from './support/test-server.ts';

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'You have unsaved changes' });

test('unsaved changes are offered again after a reload', once, async ({ app, page, api, folder }) => {
  const picture = await putFile(folder, 'pens.png', png([30, 90, 200]));
  await app.goto(routes.blogAdd);
  await page.getByRole('textbox', { name: 'Blog Title' }).fill('Ink for everyone');
  await page.getByRole('textbox', { name: 'Description' }).fill('All of it');
  await app.chooseFiles('Choose Upload Image', picture);
  await expectDraftSaved(page, 'All of it', 1);
  await app.load(routes.blogAdd);
  await expect(page.getByRole('textbox', { name: 'Blog Title' })).toHaveValue('');
  await expect(offer(page)).toBeVisible();
  await expectAccessible(page, 'unsaved changes');
  await offer(page).getByRole('button', { name: 'Restore' }).click();

  await expect(page.getByRole('textbox', { name: 'Blog Title' })).toHaveValue('Ink for everyone');
  await expect(page.getByText('pens.png')).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await save(page);
  await expect(rowOf(page, 'Ink for everyone')).toContainText('All of it');
  const [stored] = await api.list('blogs');
  expect(await api.download(String(stored?.image))).toEqual(png([30, 90, 200]));
  await app.goto(routes.blogAdd);
  await expect(page.getByRole('textbox', { name: 'Blog Title' })).toHaveValue('');
  await expect.poll(() => readDrafts(page, 'Ink for everyone')).toEqual({ isStored: false, files: 0 });
});

test('drafts of a deactivated account are deleted', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  const other = { name: 'Bea', email: 'bea@example.com', role: 'ADMIN', password: admin.password };
  await api.createAccount(other);
  const [asha] = (await api.list('user')).filter(({ email }) => email === admin.email);
  await app.goto(routes.blogAdd);
  await page.getByRole('textbox', { name: 'Blog Title' }).fill('Ink for everyone');
  await expectDraftSaved(page, 'Ink for everyone');
  const second = new Api(() => app.host.address(''), other);
  await second.list('user');
  await second.call('PATCH', `/user/updateById/${asha?._id}`, { status: 'INACTIVE' });
  await page.getByRole('textbox', { name: 'Blog Title' }).fill('Ink for everyone else');
  await save(page);
  await app.expectSignedOut();
  await expect(page.getByText('Your account was deactivated. Contact an admin.')).toBeVisible();
  await expect.poll(() => readDrafts(page, 'Ink for everyone')).toEqual({ isStored: false, files: 0 });
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKeys.session)).toBeNull();
});

test('drafts work on an insecure origin', once, async ({ app, api, faults, folder }) => {
  app.watch.allow(/office\.test/);
  const picture = await putFile(folder, 'pens.png', png([30, 90, 200]));
  const page = await app.page.context().newPage();
  await page.route('http://office.test/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    // The stream of live updates has no end that could be waited for.
    if (pathname === `/v1${livePath}`) return route.abort();
    await route.fulfill({ response: await route.fetch({ url: `${faults.target}${pathname}${search}` }) });
  });
  await page.goto(`http://office.test${routes.blogAdd}`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByLabel(texts.login.identifierLabel).fill(admin.email);
  await page.getByRole('textbox', { name: texts.login.passwordLabel, exact: true }).fill(admin.password);
  await page.getByRole('button', { name: texts.login.submit, exact: true }).click();

  await page.getByRole('textbox', { name: 'Blog Title' }).fill('Ink for everyone');
  await page.getByRole('textbox', { name: 'Description' }).fill('All of it');
  await app.host.chooseFiles(page, [picture], () => page.getByRole('button', { name: 'Choose Upload Image' }).click());
  await expectDraftSaved(page, 'All of it', 1);
  await page.reload();
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('pens.png')).toBeVisible();
  await save(page);
  await expect(rowOf(page, 'Ink for everyone')).toBeVisible();
  const [stored] = await api.list('blogs');
  expect(await api.download(String(stored?.image))).toEqual(png([30, 90, 200]));
});

test('a draft of a record that changed meanwhile is merged', once, async ({ app, page, api }) => {
  const id = await api.create('faq', { name: 'Refills?', description: '<p>Yes</p>' });
  const path = generatePath(routes.faqEdit, { id });
  await app.goto(path);
  await page.getByRole('textbox', { name: 'Question' }).fill('Ink?');
  await expectDraftSaved(page, 'Ink?');
  await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Nibs?', status: 'INACTIVE' });
  await app.load(path);
  await offer(page).getByRole('button', { name: 'Restore' }).click();

  const dialog = page.getByRole('dialog', { name: 'You changed this FAQ in another window' });
  await expect(dialog.getByRole('group', { name: 'Question' })).toContainText('Changed in both windows');
  await expectAccessible(page, 'draft to merge');
  await dialog.getByRole('button', { name: 'Restore merged version' }).click();
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('Ink?');
  await page.getByRole('button', { name: texts.faq.saveEdit }).click();
  await expect(rowOf(page, 'Ink?')).toBeVisible();
  expect(await api.get('faq', id)).toMatchObject({ name: 'Ink?', status: 'INACTIVE' });
});

test('the draft of a closed dialog is restored or discarded', once, async ({ app, page }) => {
  await app.goto(routes.countryList);
  const form = await openAddDialog(page, 'Country');
  const name = form.getByRole('textbox', { name: 'Country Name' });
  await name.fill('Half a name');
  await form.getByRole('button', { name: texts.form.cancel }).click();
  await expect(form).toBeHidden();
  await expectDraftSaved(page, 'Half a name');
  await page.getByRole('button', { name: 'Add Country' }).first().click();
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(name).toHaveValue('Half a name');
  await form.getByRole('button', { name: texts.form.cancel }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Add Country' }).first().click();
  await offer(page).getByRole('button', { name: 'Discard' }).click();
  await expect(offer(page)).toHaveCount(0);
  await expect.poll(() => readDrafts(page, 'Half a name')).toEqual({ isStored: false, files: 0 });
});

test('drafts are stored encrypted', once, async ({ app, page }) => {
  const read = () => readClientStorage(page, 'drafts');
  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Which ink?');
  await expectDraftSaved(page, 'Which ink?');
  expect(await read()).toMatchObject([{ isEncrypted: true }]);
});

test('a draft that can’t be decrypted is named and can be discarded', once, async ({ app, page }) => {
  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Which ink?');
  await expectDraftSaved(page, 'Which ink?');
  await app.load('/');
  await damageDraft(page);
  await app.load(routes.faqAdd);
  const notice = page.getByRole('status').filter({ hasText: 'Can’t read your unsaved changes' });
  await expect(notice.getByRole('button')).toHaveText(['Discard']);
  await expectAccessible(page, 'unreadable draft');
  await page.getByRole('textbox', { name: 'Question' }).fill('Another');
  await notice.getByRole('button', { name: 'Discard' }).click();
  await expect(notice).toHaveCount(0);
  await expectDraftSaved(page, 'Another');
});

test('drafts never outlive Leave or Log out', once, async ({ app, page }) => {
  await app.goto(routes.userAdd);
  await page.getByRole('textbox', { name: 'Name' }).fill('Meera');
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Sub admin' }).click();
  await page.getByLabel('Password').first().fill('a very secret text');
  await page.getByRole('textbox', { name: 'Email' }).fill('meera@example.com');
  await expectDraftSaved(page, 'meera@example.com');
  expect((await readDrafts(page, 'a very secret text')).isStored).toBe(false);
  await cancel(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => readDrafts(page, 'Meera')).toEqual({ isStored: false, files: 0 });

  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Whose is this?');
  await expectDraftSaved(page, 'Whose is this?');
  await app.logOut();
  await expect.poll(() => readDrafts(page, 'Whose is this?')).toEqual({ isStored: false, files: 0 });
});

test('a form says at once that its draft can’t be stored', once, async ({ app, page }) => {
  app.watch.allow(/Drafts cannot be stored/);
  await app.goto(routes.faqAdd);
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...values) {
      if (this.name === 'saves') throw new DOMException('The disk is full', 'QuotaExceededError');
      return put.apply(this, values);
    };
    Reflect.set(window, 'makeRoom', () => {
      IDBObjectStore.prototype.put = put;
    });
  });
  const question = page.getByRole('textbox', { name: 'Question' });
  await question.fill('Which ink?');
  const notice = page.getByRole('status').filter({ hasText: 'Can’t keep your unsaved changes' });
  await expect(notice).toBeVisible();
  await expectAccessible(page, 'draft that can’t be stored');
  await page.evaluate(() => Reflect.get(window, 'makeRoom')());
  await question.fill('Which inks?');
  await expect(notice).toHaveCount(0);
  await expectDraftSaved(page, 'Which inks?');
});
