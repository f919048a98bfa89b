import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { expectAccessible } from './support/axe.ts';
import { save } from './support/forms.ts';
import { expectColumns, expectTitle, expectToast, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const all = `${routes.helpList}/?status=All`;
const columns = [
  ...['S.NO', 'Chat ID', 'Title', 'Guest Name', 'Email', 'Phone Number'],
  ...['Start Conversation', 'End Conversation', 'Chat Status', 'Action'],
];

test('a chat can be solved', once, async ({ app, page, api, faults }) => {
  await app.goto(all);
  await page.getByRole('link', { name: texts.help.add }).click();
  await expectTitle(page, 'Add Chat');
  await page.getByRole('textbox', { name: 'Title' }).fill('Where is my parcel?');
  await page.getByRole('textbox', { name: 'Guest Name' }).fill('A bookshop');
  await page.getByRole('textbox', { name: 'Email' }).fill('shop@example.com');
  await save(page);
  await expectToast(page, 'Chat created');
  await app.expectRoute(all);
  await expect(rowOf(page, 'Where is my parcel?')).toContainText('Pending');
  await expectColumns(page, columns);
  const [chat] = await api.list('helpSupport');
  const id = chat?._id ?? '';
  await api.create('helpMessage', { helpSupportId: id, author: 'GUEST', text: 'It is late' });

  await page.getByRole('link', { name: 'View Where is my parcel?' }).click();
  await app.expectRoute(generatePath(routes.helpView, { id }));
  const conversation = page.getByRole('log', { name: 'Conversation' });
  await expect(conversation.getByRole('listitem')).toContainText(['It is late']);
  await page.getByLabel('Message', { exact: true }).fill('I ask the carrier');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(conversation.getByRole('listitem')).toContainText(['It is late', 'I ask the carrier']);
  await expectAccessible(page, 'conversation');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  expect(faults.written.at(-1)).toEqual({
    request: 'POST /v1/helpMessage/',
    body: { helpSupportId: id, author: 'STAFF', text: 'I ask the carrier' },
  });

  await page.getByRole('button', { name: texts.help.solve }).click();
  await expect(page.getByRole('button', { name: texts.help.solve })).toBeDisabled();
  await expect.poll(() => api.get('helpSupport', id)).toMatchObject({ status: 'Solved' });
  await page.getByRole('link', { name: texts.form.cancel }).click();
  await app.expectRoute(all);
  await page.getByRole('tab', { name: 'Solved' }).click();
  await expect(rowOf(page, 'Where is my parcel?')).toBeVisible();
  await page.getByRole('tab', { name: 'Pending' }).click();
  await expect(rowOf(page, 'Where is my parcel?')).toBeHidden();
});

test('the chat list shows every cell in full', once, async ({ app, page, api }) => {
  const chat = {
    title: 'Refills',
    guestName: 'Subramaniam Stationery and Bookbinding Supplies, Kochi',
    email: 'purchasing@subramaniam-bookbinding.example.com',
    status: 'Solved',
    startChat: '2026-03-04T09:00:00.000Z',
    endChat: '2026-03-05T09:00:00.000Z',
  };
  await api.create('helpSupport', chat);
  await app.load(all);
  const cells = rowOf(page, 'Refills').getByRole('cell');
  const email = cells.getByText(chat.email);
  const size = await email.evaluate((element) => ({
    height: element.clientHeight,
    lineHeight: Number.parseFloat(getComputedStyle(element).lineHeight),
  }));
  // Name and domain have a line each.
  expect(size.height).toBeLessThan(size.lineHeight * 2.5);
  const name = cells.filter({ hasText: chat.guestName });
  const isWhole = (element: Element) =>
    [element, ...element.querySelectorAll('*')].every((each) => each.scrollHeight <= each.clientHeight);
  expect(await name.evaluate(isWhole)).toBe(true);
  await expect(cells.getByText('04 Mar 2026', { exact: true })).toBeVisible();
  await expect(cells.getByText('05 Mar 2026', { exact: true })).toBeVisible();
});

test('an unsent message stays in its box', once, async ({ app, page, api, faults }) => {
  const id = await api.create('helpSupport', { title: 'Refills', guestName: 'A school' });
  await app.goto(generatePath(routes.helpView, { id }));
  await expect(page.getByText('No messages yet')).toBeVisible();
  const stopFault = faults.refuse({
    method: 'POST',
    path: /helpMessage/,
    message: 'The disk is full',
  });
  const message = page.getByLabel('Message', { exact: true });
  await message.fill('They fit');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The disk is full' })).toBeVisible();
  await expect(message).toHaveValue('They fit');
  await page.getByRole('link', { name: texts.form.cancel }).click();
  await page.getByRole('link', { name: 'View Refills' }).click();
  await expect(message).toHaveValue('They fit');
  stopFault();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('They fit');
  await expect(message).toBeFocused();
});

test('text typed while a message is sent stays in its box', once, async ({ app, page, api, faults }) => {
  const id = await api.create('helpSupport', { title: 'Refills', guestName: 'A school' });
  await app.goto(generatePath(routes.helpView, { id }));
  const release = faults.delay({ method: 'POST', path: /helpMessage/ });
  const message = page.getByLabel('Message', { exact: true });
  await message.fill('They fit');
  await message.press('Control+Enter');
  await message.pressSequentially(' and last longer');
  release();
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('They fit');
  await expect(message).toHaveValue('and last longer');
});

test('sample data stands in for missing help chats', once, async ({ app, page, faults }) => {
  faults.refuse({ path: /\/v1\/meta/, status: 404, message: 'Not found' });
  await app.load(all);
  await expect(page.getByText('Sample data')).toBeVisible();
  await expectColumns(page, columns);
  const addChat = page.getByRole('button', { name: texts.help.add });
  await expect(addChat).toBeDisabled();
  await addChat.focus();
  await expect(page.getByRole('tooltip')).toHaveText('This server doesn’t support help chats');
  await expect(rowOf(page, 'Pending').getByText(/^\d\d [A-Z][a-z]{2} \d{4}$/)).toHaveCount(1);
  await page.getByRole('tab', { name: 'Solved' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(rowOf(page, 'Solved').getByText(/^\d\d [A-Z][a-z]{2} \d{4}$/)).toHaveCount(2);
  await app.goto(generatePath(routes.helpView, { id: '1' }));
  await expect(page.getByText('Sample data')).toBeVisible();
  await expect(page.getByRole('log', { name: 'Conversation' })).toBeVisible();
  await expect(page.getByRole('button', { name: texts.help.solve })).toBeDisabled();
  await expect(page.getByLabel('Message', { exact: true })).toBeDisabled();
  await page.getByRole('link', { name: texts.form.cancel }).click();
  await app.expectRoute(all);
  await app.goto(routes.helpAdd);
  await expect(page.getByText('This server doesn’t support help chats')).toBeVisible();
});
