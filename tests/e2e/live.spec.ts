import { generatePath } from 'react-router-dom';
import { livePath } from '../../src/shared/live.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { Api } from './support/api.ts';
import { expectToast, rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

test('lists and forms follow what others save', async ({ app, page, api, faults }) => {
  const credentials = { email: 'rohan@example.com', password: 'a password of mine' };
  await api.createAccount({ name: 'Rohan Desai', role: 'SUBADMIN', ...credentials });
  const rohan = new Api(() => faults.target, credentials);
  const refills = await api.create('faq', { name: 'Do you sell refills?', description: '<p>Yes</p>' });
  const ink = await api.create('faq', { name: 'Do you sell ink?', description: '<p>No</p>' });
  const saveAsRohan = async (id: string, values: object) => {
    await rohan.list('faq');
    const { status } = await rohan.call('PATCH', `/faq/updateById/${id}`, values);
    expect(status).toBe(200);
  };
  await app.goto(routes.faqList);
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('sell');
  await expect(page).toHaveURL(/query=sell/);
  const selected = rowOf(page, 'Do you sell ink?').getByRole('checkbox').first();
  await selected.check();
  await saveAsRohan(refills, { name: 'Do you sell nibs?' });
  await expect(rowOf(page, 'Do you sell nibs?')).toBeVisible({ timeout: 3000 });
  await expect(selected).toBeChecked();
  await selected.uncheck();
  await expect(search).toHaveValue('sell');

  const opened = page.waitForResponse((response) => response.url().includes('/v1/live'));
  await app.goto(generatePath(routes.faqEdit, { id: ink }));
  await opened;
  const question = page.getByRole('textbox', { name: 'Question' });
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await expect(question).toHaveValue('Do you sell ink?');
  await saveAsRohan(ink, { name: 'Do you sell black ink?' });
  await expect(question).toHaveValue('Do you sell black ink?');

  const pageId = '5f0c2f4e-3c1d-4a57-9d0e-0f6a4e6a1b11';
  await rohan.call('POST', '/presence', { pageId, resource: 'faq', recordId: ink, mode: 'edit' });
  const present = page.getByRole('img', { name: 'Rohan Desai is editing this' });
  await expect(present).toBeVisible();

  await answer.fill('Not yet');
  await saveAsRohan(ink, { name: 'Do you sell blue ink?', status: 'INACTIVE' });
  const notice = page.getByRole('status').filter({ hasText: 'Rohan Desai saved this FAQ' });
  await notice.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this FAQ' });
  await expect(dialog.getByRole('group', { name: 'Question' })).toContainText('Changed by them');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await rohan.call('DELETE', `/presence/${pageId}`);
  await expect(present).toBeHidden();
  await notice.getByRole('button', { name: 'Update' }).click();
  await expect(question).toHaveValue('Do you sell blue ink?');
  await expect(answer).toHaveText('Not yet');
  await expect(notice).toBeHidden();
  await page.getByRole('button', { name: texts.faq.saveEdit }).click();
  await expectToast(page, 'FAQ saved');
  expect(await api.get('faq', ink)).toMatchObject({
    name: 'Do you sell blue ink?',
    description: '<p>Not yet</p>',
    status: 'INACTIVE',
  });
});

test('without live updates, a list refetches on focus, and catches up later', async ({ app, page, api, faults }) => {
  app.watch.allow(rejectionErrors);
  const restore = faults.drop({ path: /\/v1\/live/ });
  const id = await api.create('faq', { name: 'Do you sell refills?', description: '<p>Yes</p>' });
  await app.load(routes.faqList);
  await expect(rowOf(page, 'Do you sell refills?')).toBeVisible();
  await expect.poll(() => faults.seen.filter((line) => line.includes('/v1/live')).length).toBeGreaterThan(1);
  await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Do you sell nibs?' });
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(rowOf(page, 'Do you sell nibs?')).toBeVisible();
  await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Do you sell ink?' });
  restore();
  await expect(rowOf(page, 'Do you sell ink?')).toBeVisible();
});

test(
  'a change is shown that was saved while the stream of live updates opened',
  once,
  async ({ app, page, api, faults }) => {
    const id = await api.create('faq', { name: 'Do you sell refills?', description: '<p>Yes</p>' });
    const open = faults.delay({ path: /\/v1\/live/ });
    await app.load(routes.faqList);
    await expect(rowOf(page, 'Do you sell refills?')).toBeVisible();
    await expect.poll(() => faults.seen.some((line) => line.includes(`/v1${livePath}`))).toBe(true);
    await api.call('PATCH', `/faq/updateById/${id}`, { name: 'Do you sell nibs?' });
    open();
    await expect(rowOf(page, 'Do you sell nibs?')).toBeVisible();
  },
);

test('rows stay under the pointer while colleagues add others', once, async ({ app, page, api }) => {
  const add = (name: string) => api.create('faq', { name, description: '<p>Answer</p>' });
  const first = await add('First question');
  await add('Second question');
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await app.goto(routes.faqList);
  await rowOf(page, 'Second question').hover();
  await add('Late question');
  const show = page.getByRole('button', { name: '1 new item – show' });
  await expect(show).toBeVisible();
  await expect(rows).toHaveText([/Second question/, /First question/]);
  await show.click();
  await expect(rows).toHaveText([/Late question/, /Second question/, /First question/]);

  await rowOf(page, 'First question').hover();
  await add('Later question');
  await expect(show).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(rows).toHaveText([/Later question/, /Late question/, /Second question/, /First question/]);

  await rowOf(page, 'First question').focus();
  await add('Latest question');
  await expect(show).toBeVisible();
  await expect(rows).toHaveCount(4);
  await page.getByRole('searchbox', { name: 'Search FAQs' }).focus();
  await expect(rows).toHaveCount(5);

  await rowOf(page, 'Second question').hover();
  await api.call('DELETE', `/faq/deleteById/${first}`);
  await expect(page.getByRole('button', { name: 'The list has changed – show' })).toBeVisible();
  await expect(rows).toHaveCount(5);
});

test(
  'windows without Web Locks, as on an insecure origin, share one stream',
  once,
  async ({ app, page, api, faults }) => {
    const id = await api.create('faq', { name: 'Ink?', description: '<p>Yes</p>' });
    const openWindow = async () => {
      const opened = await page.context().newPage();
      await opened.addInitScript('delete Navigator.prototype.locks');
      await opened.goto(app.host.address(routes.faqList));
      return opened;
    };
    const windows = await Promise.all([openWindow(), openWindow(), openWindow()]);
    const streams = ({ closed }: { closed: boolean }) =>
      (closed ? faults.aborted : faults.seen).filter((line) => line.includes(`/v1${livePath}`)).length;
    const openStreams = () => streams({ closed: false }) - streams({ closed: true });
    const rename = async (name: string) => {
      await api.call('PATCH', `/faq/updateById/${id}`, { name });
      for (const opened of windows) await expect(rowOf(opened, name)).toBeVisible();
    };
    for (const opened of windows) await expect(rowOf(opened, 'Ink?')).toBeVisible();
    await expect.poll(openStreams).toBe(1);
    await rename('Nibs?');
    expect(openStreams()).toBe(1);

    await windows.shift()?.close();
    await windows.shift()?.close();
    await rename('Refills?');
    expect(openStreams()).toBe(1);
    await windows[0]?.close();
  },
);
