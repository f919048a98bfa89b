import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { Api } from './support/api.ts';
import { png } from './support/files.ts';
import { pressMenuItem } from './support/forms.ts';
import { expectToast, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const malicious = [
  '<p>Before</p>',
  `<img src=x onerror="window.hacked=true;fetch('http://evil.example/x')">`,
  '<img src="http://evil.example/picture.png">',
  `<a href="javascript:window.hacked=true">link</a>`,
  `<svg onload="window.hacked=true"></svg>`,
  `<iframe src="http://evil.example/"></iframe>`,
  `<script>window.hacked=true</script>`,
  '<p onclick="window.hacked=true" style="background:url(http://evil.example/bg)">After</p>',
].join('');

test('an FAQ keeps its formatted answer', once, async ({ app, page, api }) => {
  await app.goto(routes.faqList);
  await page.getByRole('link', { name: 'Add FAQ' }).first().click();
  await page.getByRole('textbox', { name: 'Question' }).fill('Do you sell refills?');
  await page.getByRole('textbox', { name: 'Answer' }).click();
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('Yes');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type(', for every pen.');
  await page.getByRole('button', { name: texts.faq.saveNew }).click();

  await expect(rowOf(page, 'Do you sell refills?')).toContainText('Yes, for every pen.');
  const [stored] = await api.list('faq');
  expect(stored).toMatchObject({
    name: 'Do you sell refills?',
    description: '<p><strong>Yes</strong>, for every pen.</p>',
    status: 'ACTIVE',
  });

  await page.getByRole('link', { name: 'View Do you sell refills?' }).click();
  await expect(page.getByText('Yes', { exact: true })).toHaveCSS('font-weight', '700');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Answer' })).toHaveText('Yes, for every pen.');
  await page.getByRole('textbox', { name: 'Question' }).fill('Do you sell ink?');
  await page.getByRole('button', { name: texts.faq.saveEdit }).click();
  await expect(rowOf(page, 'Do you sell ink?')).toBeVisible();
});

/** Chromium reports each event handler that it doesn't run. */
const inertHandlers = /inline event handler/;

test('malicious HTML from a server does not run', async ({ app, page, api, faults }) => {
  app.watch.allow(inertHandlers);
  const id = await api.create('faq', { name: 'Hostile', description: '<p>Before</p>' });
  const record = { ...(await api.get('faq', id)), description: malicious };
  faults.respond({
    method: 'GET',
    path: /\/faq\/getById\//,
    body: { success: true, data: record },
  });
  faults.respond({
    method: 'GET',
    path: /\/faq\/\?/,
    body: { success: true, data: [record], total: 1 },
  });
  for (const path of [routes.faqList, generatePath(routes.faqDetail, { id }), generatePath(routes.faqEdit, { id })]) {
    await app.goto(path);
    await expect(page.getByText('After').first()).toBeVisible();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  }
});

test('pasted malicious HTML neither runs nor is stored', once, async ({ app, page, api }) => {
  app.watch.allow(inertHandlers);
  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Pasted');
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.click();
  await answer.evaluate((editor, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, malicious);
  await expect(answer).toContainText('After');
  await page.getByRole('button', { name: texts.faq.saveNew }).click();

  await expect(rowOf(page, 'Pasted')).toBeVisible();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  const [stored] = await api.list('faq');
  expect(stored?.description).not.toMatch(/onerror|onload|onclick|javascript:|<script|<iframe|<svg|evil\.example/);
});

test('a large pasted image is scaled down', once, async ({ app, page }) => {
  await app.goto(routes.faqAdd);
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.click();
  const picture = `data:image/png;base64,${png([30, 90, 200], 2400).toString('base64')}`;
  await answer.evaluate((editor, src) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', `<p>Before <img src="${src}" alt="Blue"> after</p>`);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, picture);
  await expect(answer.getByRole('img', { name: 'Blue' })).toHaveJSProperty('naturalWidth', 1600);
  await expectToast(page, 'Location and camera details are removed from images you upload');
});

test('all formats are reachable by keyboard', once, async ({ app, page }) => {
  await app.goto(routes.faqAdd);
  const toolbar = page.getByRole('toolbar', { name: 'Answer formatting' });
  const tools = toolbar.getByRole('button');
  await expect(tools).toHaveCount(10);
  const tops = await tools.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await toolbar.getByRole('button', { name: 'Heading: Paragraph' }).press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(toolbar.getByRole('button', { name: 'Clear formatting' })).toBeFocused();
  for (const name of ['Strikethrough', 'Code block', 'Right to left', 'Alignment: Left', 'Horizontal line'])
    await expect(toolbar.getByRole('button', { name })).toBeVisible();
});

test('a table is created by keyboard', once, async ({ app, page, api }) => {
  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Which nibs?');
  const table = page.getByRole('button', { name: 'Table' });
  const choose = async (name: string) => {
    await table.press('Enter');
    await pressMenuItem(page, name);
    await expect(page.getByRole('textbox', { name: 'Answer' })).toBeFocused();
  };
  await choose('Insert table');
  await page.keyboard.type('Nib');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Width');
  await choose('Insert row below');
  await page.keyboard.type('0.5 mm');
  await page.keyboard.press('Enter');
  await page.keyboard.type('black');
  await choose('Remove column');
  await page.getByRole('button', { name: texts.faq.saveNew }).click();

  await expect(rowOf(page, 'Which nibs?')).toContainText('Nib');
  expect((await api.list('faq'))[0]?.description).toBe(
    '<table><thead><tr><th>Nib</th><th><br /></th></tr></thead><tbody><tr><td><br /></td><td><br /></td></tr><tr><td><br /></td><td><br /></td></tr><tr><td><br /></td><td><br /></td></tr></tbody></table>',
  );
});

test('Save and stay keeps the caret in the text', once, async ({ app, page, api }) => {
  const id = await api.create('faq', { name: 'Nibs?', description: '<p>first line</p><p>second</p>' });
  await app.goto(generatePath(routes.faqEdit, { id }));
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.getByText('first line').click();
  await page.keyboard.press('End');
  // The server writes line breaks differently, so the form takes over its text.
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('<');
  await page.keyboard.press('Control+Shift+s');
  await expectToast(page, 'FAQ saved');
  await expect(answer).toBeFocused();
  await page.keyboard.type('XYZ');
  await expect(answer).toHaveText('first line\n<XYZsecond');
});

test('a text that someone else saves keeps the caret', once, async ({ app, page, api, faults }) => {
  const credentials = { email: 'rohan@example.com', password: 'a password of mine' };
  await api.createAccount({ name: 'Rohan Desai', role: 'SUBADMIN', ...credentials });
  const rohan = new Api(() => faults.target, credentials);
  const id = await api.create('faq', { name: 'Nibs?', description: '<p>first line</p><p>second</p>' });
  const opened = page.waitForResponse((response) => response.url().includes('/v1/live'));
  await app.goto(generatePath(routes.faqEdit, { id }));
  await opened;
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.getByText('second').click();
  await page.keyboard.press('Home');
  await rohan.list('faq');
  await rohan.call('PATCH', `/faq/updateById/${id}`, {
    description: '<p>new</p><p>first line</p><p>second</p>',
  });
  await expect(answer).toContainText('new');
  await page.keyboard.type('XYZ');
  await expect(answer).toHaveText('newfirst lineXYZsecond');
});

test('a cleared text takes a pasted list', once, async ({ app, page }) => {
  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Colours?');
  const answer = page.getByRole('textbox', { name: 'Answer' });
  const paste = (html: string) =>
    answer.evaluate((editor, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', pasted);
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
  await answer.click();
  await paste('<table><tr><td>Part</td><td>Size</td></tr><tr><td>Tip</td><td>2 mm</td></tr></table>');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await paste('<ul><li>Red</li><li>Blue</li></ul>');
  await expect(answer.getByRole('listitem')).toHaveText(['Red', 'Blue']);
  await expect(answer.getByRole('table')).toHaveCount(0);
});

test('a link is changed with the caret in it', once, async ({ app, page, api }) => {
  const description = '<p>See <a href="https://example.com/a">our <strong>guide</strong></a>.</p>';
  const id = await api.create('faq', { name: 'Nibs?', description });
  await app.goto(generatePath(routes.faqEdit, { id }));
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.getByText('guide').click();
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByRole('textbox', { name: 'URL' }).fill('https://example.com/b');
  await page.getByRole('button', { name: 'Apply' }).click();
  const link = answer.locator('a[href="https://example.com/b"]');
  await expect(link).toHaveText(['our ', 'guide']);
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByRole('button', { name: 'Remove link' }).click();
  await expect(answer.getByRole('link')).toHaveCount(0);
  await expect(answer).toHaveText('See our guide.');
});

test('a save reports what it removed from a text', once, async ({ app, page, api, faults }) => {
  const id = await api.create('faq', { name: 'Nibs?', description: '<p>a</p>' });
  faults.respond({
    method: 'PATCH',
    path: /\/faq\/updateById\//,
    body: {
      success: true,
      message: 'FAQ updated',
      data: await api.get('faq', id),
      notices: ['Removed from Answer: a script'],
    },
  });
  await app.goto(generatePath(routes.faqEdit, { id }));
  await page.getByRole('textbox', { name: 'Question' }).fill('Nibs');
  await page.getByRole('button', { name: texts.faq.saveEdit }).click();
  await expectToast(page, 'Removed from Answer: a script');
});

test('leaving a form with unsaved changes asks first', once, async ({ app, page }) => {
  await app.goto(routes.faqAdd);
  await page.getByRole('textbox', { name: 'Question' }).fill('Half a thought');
  await page.getByRole('link', { name: texts.form.cancel }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('Half a thought');
  await page.getByRole('link', { name: texts.form.cancel }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'FAQs' })).toBeVisible();
});

test('a pasted file that is not an image is reported', once, async ({ app, page }) => {
  await app.goto(routes.faqAdd);
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.click();
  await answer.evaluate((editor) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['no picture'], 'pen.png', { type: 'image/png' }));
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  const note = page.getByRole('status').filter({ hasText: 'pen.png' });
  await expect(note).toBeVisible();
  await note.getByRole('button', { name: 'Dismiss' }).click();
  await expect(note).toBeHidden();
});
