import type { Page } from '@playwright/test';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { expectColumns, expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const faqs = [
  { name: 'Which inks are safe?', description: '<p>All</p>' },
  { name: 'Which nibs are sold?', description: '<p>Some</p>' },
];

const chooseInMenu = async (page: Page, button: string | RegExp, item: string): Promise<void> => {
  await page.getByRole('button', { name: button }).click();
  await page
    .getByRole('menuitem', { name: item })
    .or(page.getByRole('menuitemradio', { name: item }))
    .click();
};

const saveAsDefault = async (page: Page, name: string): Promise<void> => {
  await chooseInMenu(page, 'Views', 'Save as new view');
  const dialog = page.getByRole('dialog', { name: 'Save as new view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('checkbox', { name: 'Use as default view' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
};

test('columns are moved by dragging', once, async ({ app, page, api }) => {
  await api.createMany('faq', faqs);
  await app.goto(routes.faqList);
  await page.getByRole('button', { name: 'Columns' }).click();
  const item = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name, exact: true }) });
  await item('Status').dragTo(item('S.NO'));
  await page.keyboard.press('Escape');
  await expectColumns(page, ['Status', 'S.NO', 'Question', 'Answer', 'Action']);
});

test('a list’s settings survive a restart', async ({ app, page, api, host }) => {
  await api.createMany('faq', faqs);
  await app.goto(`${routes.faqList}?query=inks&sort=-name&pageSize=50`);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Answer' }).uncheck();
  await page.getByRole('checkbox', { name: 'Created' }).check();
  await page.getByRole('button', { name: 'Move Status up' }).press('Enter');
  await page.getByRole('button', { name: 'Move Status up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move Status up' })).toBeFocused();
  await page.keyboard.press('Escape');
  const chosen = ['S.NO', 'Status', 'Question', 'Created', 'Action'];
  await expectColumns(page, chosen);

  await saveAsDefault(page, 'Inks');
  await chooseInMenu(page, 'View: Inks', 'All FAQs');
  await expect(page.getByText('1–2 of 2')).toBeVisible();

  await app.restart(routes.faqList);
  // Without a keyring, the desktop session ends with the app.
  if (host === 'desktop') await app.signIn();
  const { page: again } = app;
  await expect(again.getByText('1–1 of 1')).toBeVisible();
  await expect(rowOf(again, 'Which inks are safe?')).toBeVisible();
  await expectColumns(again, chosen);
  await expect(again.getByRole('searchbox', { name: 'Search FAQs' })).toHaveValue('inks');
  await expect(again.getByLabel('Rows per page')).toHaveValue('50');
  await again.getByRole('button', { name: 'Columns' }).click();
  await again.getByRole('button', { name: 'Reset columns' }).click();
  await again.keyboard.press('Escape');
  await expectColumns(again, ['S.NO', 'Question', 'Answer', 'Status', 'Action']);
});

test('a saved view can be managed', once, async ({ app, page, api }) => {
  await api.createMany('faq', faqs);
  await app.goto(`${routes.faqList}?query=inks`);
  await chooseInMenu(page, 'Views', 'Save as new view');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a name')).toBeVisible();
  await page.keyboard.type('Inks');
  await page.keyboard.press('Enter');
  // The list opens the view once it is saved, with its search.
  await expect(page.getByRole('button', { name: 'View: Inks', exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search FAQs' }).fill('nibs');
  await expect(rowOf(page, 'Which nibs are sold?')).toBeVisible();
  await chooseInMenu(page, 'View: Inks (edited)', 'Save changes');
  await expect(page.getByRole('button', { name: 'View: Inks', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'View: Inks', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Manage views' }).click();
  await page.getByRole('textbox', { name: 'Name of Inks' }).fill('Nibs');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete view Nibs' }).click();
  await expect(page.getByText('No saved views')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await chooseInMenu(page, 'View: Nibs', 'All FAQs');
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await chooseInMenu(page, 'Views', 'Nibs');
  await expect(rowOf(page, 'Which nibs are sold?')).toBeVisible();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
});

test('a deleted view is no longer the default', once, async ({ app, page, api }) => {
  await api.createMany('faq', faqs);
  await app.goto(`${routes.faqList}?query=inks`);
  await saveAsDefault(page, 'Inks');
  await expect(page.getByRole('button', { name: 'View: Inks' })).toBeVisible();
  await app.load(routes.faqList);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await chooseInMenu(page, 'View: Inks', 'Manage views');
  await page.getByRole('button', { name: 'Delete view Inks' }).click();
  await expect(page.getByText('No saved views')).toBeVisible();
  await app.load(routes.faqList);
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
});

test('undoing the deletion of a view keeps what was saved since', once, async ({ app, page, api }) => {
  await api.createMany('faq', [{ name: 'Which inks are safe?', description: '<p>All</p>' }]);
  const saveAs = async (name: string) => {
    await chooseInMenu(page, /^View/, 'Save as new view');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
  };
  await app.goto(`${routes.faqList}?query=inks`);
  await saveAs('Early');
  await chooseInMenu(page, 'View: Early', 'Manage views');
  await page.getByRole('button', { name: 'Delete view Early' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await saveAs('Late');
  await expect(page.getByRole('button', { name: 'View: Late' })).toBeVisible();
  await app.navigateTo(routes.countryList);
  await page.getByRole('button', { name: 'Undo' }).click();
  await app.navigateTo(routes.faqList);
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText([/All FAQs/, /Early/, /Late/]);
});

test('a view is shared with everyone and pinned to the sidebar', once, async ({ app, page, api }) => {
  app.watch.allow(rejectionErrors);
  await api.createMany('faq', faqs);
  const view = { resource: 'faq', search: 'query=nibs', columns: null, isShared: true };
  await api.call('POST', '/views', { ...view, name: 'Nibs' });
  await app.goto(`${routes.faqList}?query=inks`);
  await chooseInMenu(page, 'Views', 'Save as new view');
  await page.getByRole('textbox', { name: 'Name' }).fill('Inks');
  await page.keyboard.press('Enter');
  await chooseInMenu(page, 'View: Inks', 'Pin to sidebar');
  const pinned = page.getByRole('list', { name: 'Pinned views of FAQs' });
  await expect(pinned.getByRole('link', { name: 'Inks' })).toHaveAttribute('aria-current', 'page');

  await test.step('a name that another shared view has is rejected', async () => {
    await api.call('POST', '/views', { ...view, name: 'INKS' });
    await chooseInMenu(page, 'View: Inks', 'Manage views');
    // Otherwise the pointer opens a tooltip of the dialog, which covers the button.
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Share view Inks with everyone' }).click();
    await expectToast(page, 'A shared view with this name already exists');
    const name = page.getByRole('textbox', { name: 'Name of Inks', exact: true });
    await name.fill('Safe inks');
    await page.keyboard.press('Enter');
  });
  await page.getByRole('button', { name: 'Share view Safe inks with everyone' }).click();
  await expectToast(page, 'Everyone can now use the view “Safe inks”');
  await page.getByRole('textbox', { name: 'Name of Safe inks' }).fill('Good inks');
  await page.getByRole('button', { name: 'Pin Nibs to the sidebar' }).click();
  await expectAccessible(page, 'managed views');
  await page.getByRole('button', { name: 'Done' }).click();

  await expect(pinned.getByRole('link')).toHaveText(['Good inks', 'Nibs']);
  await pinned.getByRole('link', { name: 'Nibs' }).click();
  await expect(rowOf(page, 'Which inks are safe?')).toHaveCount(0);
  await pinned.getByRole('button', { name: 'Count Good inks' }).click();
  await expect(pinned.getByRole('button', { name: 'Good inks: 1. Count again' })).toBeVisible();
  await chooseInMenu(page, 'View: Nibs', 'Show counts');
  await expect(page.getByRole('menuitemradio', { name: /All FAQs.*2/ })).toBeVisible();
  const shared = (await api.call('GET', '/views')).body.data as { name: string; search: string }[];
  expect(shared.find(({ name }) => name === 'Good inks')).toMatchObject({ search: 'query=inks' });
});

test('views and columns that an earlier version stored on this computer are kept', once, async ({ app, page, api }) => {
  await api.createMany('faq', faqs);
  await app.goto(routes.faqList);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Created' }).check();
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('list.faq.')) ?? '';
    const columns = { order: ['name', 'description', 'status'], hidden: ['description'] };
    const views = [{ id: 'view-1', name: 'Inks', search: 'query=inks' }];
    localStorage.setItem(key, JSON.stringify({ columns, views, pinnedIds: ['view-1'] }));
  });
  await app.load(routes.faqList);
  await expectColumns(page, ['S.NO', 'Question', 'Status', 'Action']);
  await page.getByRole('navigation').getByRole('link', { name: 'Inks' }).click();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await app.load(routes.faqList);
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Inks' })).toBeVisible();
});
