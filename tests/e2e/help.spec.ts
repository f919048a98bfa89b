import { generatePath } from 'react-router-dom';
import { routes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { expectColumns, expectTitle, expectToast, refusal, rowOf, save } from './support/parts.ts';
import { expect, test } from './support/test.ts';

const all = `${routes.helpList}/?status=All`;
const columns = [
  ...['S.NO', 'Chat ID', 'Title', 'Guest Name', 'Email', 'Phone Number'],
  ...['Start Conversation', 'End Conversation', 'Chat Status', 'Action'],
];

test('a chat is added, answered and solved', async ({ app, page, api, faults }) => {
  await app.goto(all);
  await expectColumns(page, columns);
  await page.getByRole('link', { name: texts.help.add }).click();
  await expectTitle(page, 'Add Chat');
  await page.getByLabel('Title').fill('Where is my parcel?');
  await page.getByLabel('Guest Name').fill('A bookshop');
  await page.getByLabel('Email').fill('shop@example.com');
  await save(page);
  await expectToast(page, 'Chat created successfully');
  await expect.poll(() => app.route()).toBe(all);
  await expect(rowOf(page, 'Where is my parcel?')).toContainText('Pending');
  const [chat] = await api.list('helpSupport');
  const id = chat?._id ?? '';
  await api.create('helpMessage', { helpSupportId: id, author: 'GUEST', text: 'It is late' });

  await page.getByRole('link', { name: 'View Where is my parcel?' }).click();
  await expect.poll(() => app.route()).toBe(generatePath(routes.helpView, { id }));
  const conversation = page.getByRole('list', { name: 'Conversation' });
  await expect(conversation.getByRole('listitem')).toContainText(['It is late']);
  await page.getByLabel('Message', { exact: true }).fill('I ask the carrier');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(conversation.getByRole('listitem')).toContainText(['It is late', 'I ask the carrier']);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  expect(faults.written.at(-1)).toEqual({
    request: 'POST /v1/helpMessage/',
    body: { helpSupportId: id, author: 'STAFF', text: 'I ask the carrier' },
  });

  await page.getByRole('button', { name: texts.help.solve }).click();
  await expect(page.getByRole('button', { name: texts.help.solve })).toBeDisabled();
  await expect.poll(() => api.get('helpSupport', id)).toMatchObject({ status: 'Solved' });
  await page.getByRole('link', { name: texts.form.cancel }).click();
  await expect.poll(() => app.route()).toBe(all);
  await page.getByRole('tab', { name: 'Solved' }).click();
  await expect(rowOf(page, 'Where is my parcel?')).toBeVisible();
  await page.getByRole('tab', { name: 'Pending' }).click();
  await expect(rowOf(page, 'Where is my parcel?')).toBeHidden();
});

test('a message that is not sent stays in its box, also when the chat is left and opened again', {
  tag: '@once',
}, async ({ app, page, api, faults }) => {
  app.watch.allow(refusal);
  const id = await api.create('helpSupport', { title: 'Refills', guestName: 'A school' });
  await app.goto(generatePath(routes.helpView, { id }));
  await expect(page.getByText('Nobody has written yet')).toBeVisible();
  const mend = faults.answer({
    method: 'POST',
    path: /helpMessage/,
    status: 500,
    body: { success: false, message: 'The disk is full' },
  });
  const message = page.getByLabel('Message', { exact: true });
  await message.fill('They fit');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The disk is full' })).toBeVisible();
  await expect(message).toHaveValue('They fit');
  await page.getByRole('link', { name: texts.form.cancel }).click();
  await page.getByRole('link', { name: 'View Refills' }).click();
  await expect(message).toHaveValue('They fit');
  mend();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText('They fit');
  await expect(message).toBeFocused();
});

test('a server without help chats gets the sample, marked as one', { tag: '@once' }, async ({
  app,
  page,
  faults,
}) => {
  app.watch.allow(refusal);
  faults.answer({ path: /\/v1\/meta/, status: 404, body: { success: false, message: 'Not found' } });
  await app.load(all);
  await expect(page.getByText('Sample data')).toBeVisible();
  await expectColumns(page, columns);
  await expect(page.getByRole('link', { name: texts.help.add })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Solved' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await app.goto(generatePath(routes.helpView, { id: '1' }));
  await expect(page.getByText('Sample data')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Conversation' })).toBeVisible();
  await expect(page.getByRole('button', { name: texts.help.solve })).toHaveCount(0);
});
