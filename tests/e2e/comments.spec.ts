import { generatePath } from 'react-router-dom';
import { extraRoutes } from '../../src/shared/routes.ts';
import { routes } from '../support/routes.ts';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { expectDraftSaved, readDrafts } from './support/drafts.ts';
import { expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const rohan = { email: 'rohan@example.com', password: 'a password of mine' };

test(
  'a mention in a comment reaches the other user, who resolves the thread',
  once,
  async ({ app, page, api, faults }) => {
    await api.createAccount({ name: 'Rohan Desai', role: 'SUBADMIN', ...rohan });
    const id = await api.create('faq', { name: 'Do you sell refills?', description: '<p>Yes</p>' });
    const rohanApi = new Api(() => faults.target, rohan);
    const version = (await api.get('faq', id)).version;
    await app.goto(generatePath(routes.faqDetail, { id }));
    await page.getByRole('button', { name: 'Comments', exact: true }).click();
    const panel = page.getByRole('complementary', { name: 'Comments' });
    await expect(panel.getByText('No open comments on this FAQ')).toBeVisible();
    const box = panel.getByRole('textbox', { name: 'New comment' });
    await expect(box).toBeFocused();
    await box.pressSequentially('Is this final, @roh');
    const people = panel.getByRole('listbox', { name: 'People' });
    await expect(people.getByRole('option')).toHaveText(['Rohan Desairohan@example.com']);
    await page.keyboard.press('Enter');
    await expect(box).toHaveValue('Is this final, @Rohan Desai ');
    await page.keyboard.type('?');

    // The typed comment survives the panel.
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await page.getByRole('button', { name: 'Comments', exact: true }).click();
    await expect(box).toHaveValue('Is this final, @Rohan Desai ?');
    await box.press('Control+Enter');
    const comments = panel.getByRole('list', { name: 'Comments' });
    await expect(comments.getByRole('article')).toContainText('Is this final, @Rohan Desai ?');
    await expect(box).toHaveValue('');
    await expectAccessible(page);

    await rohanApi.list('faq');
    const { body } = await rohanApi.call('GET', '/comments/mentions');
    const [mention] = body.data as { threadId: string; recordId: string }[];
    expect(mention?.recordId).toBe(id);
    const reply = { resource: 'faq', recordId: id, text: 'Yes', threadId: mention?.threadId };
    expect((await rohanApi.call('POST', '/comments', reply)).status).toBe(200);
    await expect(comments.getByRole('list', { name: 'Replies' })).toContainText('Yes', { timeout: 3000 });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Comments (1 open)' })).toBeVisible();

    await app.logOut();
    await app.fillLogin({ identifier: rohan.email, password: rohan.password });
    await app.expectSignedIn();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await page.getByRole('menuitem', { name: /mentioned you on Do you sell refills\?/ }).click();
    await expect(comments.getByRole('listitem').first()).toBeFocused();
    await expect(page.getByRole('heading', { level: 1, name: 'Do you sell refills?' })).toBeVisible();
    await comments.getByRole('button', { name: 'Resolve' }).click();
    await expect(panel.getByText('No open comments on this FAQ')).toBeVisible();
    const resolved = panel.getByRole('button', { name: '1 resolved' });
    await expect(resolved).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    expect(await api.get('faq', id)).toMatchObject({ version });
  },
);

test('a comment that the server refuses stays in its box', once, async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  await api.create('faq', { name: 'Do you sell ink?', description: '<p>No</p>' });
  await app.goto(routes.faqList);
  await rowOf(page, 'Do you sell ink?')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Comments' }).click();
  const panel = page.getByRole('complementary', { name: 'Comments' });
  const box = panel.getByRole('textbox', { name: 'New comment' });
  await box.fill('Which colours?');
  const restore = faults.refuse({ path: /\/v1\/comments$/, message: 'The disk is full' });
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(panel.getByRole('alert')).toHaveText('The disk is full');
  await expect(box).toHaveValue('Which colours?');
  restore();
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  const comment = panel.getByRole('article', { name: 'Comment of Administrator' });
  await expect(comment).toContainText('Which colours?');
  await expect(box).toHaveValue('');

  await comment.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await comment.getByRole('textbox', { name: 'Comment' }).fill('Which colors?');
  await comment.getByRole('button', { name: 'Save' }).click();
  await expect(comment).toContainText('Which colors?');
  await expect(comment.getByText('edited')).toBeVisible();
  await comment.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete comment?' }).getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Comment deleted');
  await expect(panel.getByText('No open comments on this FAQ')).toBeVisible();
});

test('unsent comments survive a reload and are listed on Home', once, async ({ app, page, api }) => {
  const id = await api.create('faq', { name: 'Do you sell ink?', description: '<p>No</p>' });
  await api.call('POST', '/comments', { resource: 'faq', recordId: id, text: 'Is this final?' });
  const path = generatePath(routes.faqDetail, { id });
  await app.goto(path);
  await page.getByRole('button', { name: /^Comments/ }).click();
  const panel = page.getByRole('complementary', { name: 'Comments' });
  await panel.getByRole('textbox', { name: 'New comment' }).fill('Which colours?');
  await panel.getByRole('button', { name: 'Reply' }).click();
  await panel.getByRole('textbox', { name: 'Reply' }).fill('Not yet');
  await expectDraftSaved(page, 'Which colours?');
  await expectDraftSaved(page, 'Not yet');

  await app.load(extraRoutes.home);
  await page.getByRole('link', { name: 'Not yet' }).click();
  await expect(panel.getByRole('textbox', { name: 'Reply' })).toHaveValue('Not yet');
  await expect(panel.getByRole('textbox', { name: 'New comment' })).toHaveValue('Which colours?');
  await panel.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(panel.getByRole('list', { name: 'Replies' })).toContainText('Not yet');
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(panel.getByRole('article').filter({ hasText: 'Which colours?' })).toBeVisible();
  await expect.poll(() => readDrafts(page, 'Which colours?')).toEqual({ isStored: false, files: 0 });
  await expect.poll(() => readDrafts(page, 'Not yet')).toEqual({ isStored: false, files: 0 });
});

test('comments are written in the panel of the details, or beside the page', once, async ({ app, page, api }) => {
  const id = await api.create('product', { name: 'Eraser' });
  await app.goto(generatePath(routes.productView, { id }));
  const tab = page.getByRole('tab', { name: 'Comments' });
  await tab.click();
  const box = page.getByRole('textbox', { name: 'New comment' });
  await box.fill('Is it still sold?');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(tab).toHaveAccessibleName('Comments 1');
  await expect(page.getByRole('tabpanel').getByText('Is it still sold?')).toBeVisible();
  await page.getByRole('button', { name: 'Comments' }).click();
  await expect(page.getByRole('complementary', { name: 'Comments' }).getByText('Is it still sold?')).toBeVisible();
  await expect(box).toHaveCount(1);
  await tab.click();
  await expect(page.getByRole('tabpanel').getByText('Is it still sold?')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Comments' })).toBeHidden();
});

test('the page beside the comments stays usable', once, async ({ app, page, api }) => {
  const id = await api.create('product', { name: 'Eraser', price: 3 });
  await app.goto(generatePath(routes.productView, { id }));
  const open = page.getByRole('button', { name: 'Comments', exact: true });
  await open.click();
  const panel = page.getByRole('complementary', { name: 'Comments' });
  const box = panel.getByRole('textbox', { name: 'New comment' });
  await expect(box).toBeFocused();
  await page.getByRole('switch', { name: 'Status' }).click();
  await expect.poll(() => api.get('product', id)).toMatchObject({ status: 'INACTIVE' });
  await expect(box).toBeVisible();
  await box.press('Escape');
  await expect(panel).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toBeVisible();
  await expect(panel, 'another page opens without the comments').toBeHidden();

  await page.setViewportSize({ width: 600, height: 800 });
  await page.getByRole('button', { name: 'Comments', exact: true }).click();
  const fullScreen = page.getByRole('dialog', { name: 'Comments' });
  await expect(fullScreen.getByRole('textbox', { name: 'New comment' })).toBeFocused();
  expect((await fullScreen.boundingBox())?.width).toBe(600);
  await page.keyboard.press('Escape');
  await expect(fullScreen).toBeHidden();
});
