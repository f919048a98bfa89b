import type { Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { type RouteName, routes } from '../support/routes.ts';
import { expectAnnounced, recordAnnouncements } from './support/announcements.ts';
import {
  findContextChanges,
  findPoorLabels,
  findUnmarkedFocus,
  isInOrderOf,
  readIconButtons,
} from './support/conventions.ts';
import { png, putFile } from './support/files.ts';
import { pressMenuItem } from './support/forms.ts';
import { expectScreenLoaded, expectToast } from './support/locators.ts';
import { fillRoute, seedOneOfEach } from './support/records.ts';
import { expect, once, test } from './support/test.ts';

const pasted = `<h2>Inks</h2><p>See <a href="https://example.com/inks">all our inks</a>, <span lang="fr">en français</span>.</p>
<ul><li>Blue</li><li>Black</li></ul><ol><li>Fill</li><li>Write</li></ol>
<table><thead><tr><th>Ink</th><th>Price</th></tr></thead><tbody><tr><td>Blue</td><td>90</td></tr></tbody></table>
<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="A bottle of ink"></p>`;

test('pasted content keeps its structure, languages and descriptions', once, async ({ app, page, api }) => {
  const id = await api.create('faq', { name: 'Which ink?', description: '<p>Any</p>' });
  await app.goto(generatePath(routes.faqEdit, { id }));
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.click();
  await page.keyboard.press('Control+a');
  await answer.evaluate((editor, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
  await expect(answer.getByRole('heading', { level: 2, name: 'Inks' })).toBeVisible();
  await page.getByRole('button', { name: texts.faq.saveEdit }).click();
  await expectToast(page, /saved/);
  await app.load(generatePath(routes.faqDetail, { id }));
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2, name: 'Inks' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'all our inks' })).toBeVisible();
  await expect(main.locator('[lang="fr"]')).toHaveText('en français');
  await expect(main.locator('ul > li').filter({ hasText: /^(Blue|Black)$/ })).toHaveCount(2);
  await expect(main.locator('ol > li').filter({ hasText: /^(Fill|Write)$/ })).toHaveCount(2);
  await expect(main.getByRole('columnheader', { name: 'Ink' })).toBeVisible();
  await expect(main.getByRole('img', { name: 'A bottle of ink' })).toBeAttached();
});

test('the toolbar of a text says the formats at the caret', once, async ({ app, page, api }) => {
  const description = '<h2>Inks</h2><p><strong>Blue</strong></p><ul><li><span lang="fr">Noir</span></li></ul>';
  const id = await api.create('faq', { name: 'Which ink?', description });
  await app.goto(generatePath(routes.faqEdit, { id }));
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.getByText('Inks').click();
  await expect(page.getByRole('button', { name: 'Heading: Heading 2' })).toBeVisible();
  await answer.getByText('Blue').click();
  await expect(page.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await answer.getByText('Noir').click();
  await expect(page.getByRole('button', { name: 'Bulleted list' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'More formatting' }).click();
  await expect(page.getByRole('button', { name: 'Language: French' })).toBeVisible();
});

const selectedText = (page: Page) => page.evaluate(() => getSelection()?.toString());

const toCorrect = `<h2>Inks</h2><p>Read it <a href="https://example.com/inks">here</a></p><h4>Black</h4>
<table><tbody><tr><td>Blue</td><td>90</td></tr></tbody></table><p>End</p>`;

test(
  'A.3.4.1, B.2.3.2, B.3.1.3: Contents leads to the parts of a text, and says what to correct',
  once,
  async ({ app, page, api, folder }) => {
    const id = await api.create('faq', { name: 'Which ink?', description: toCorrect });
    await app.goto(generatePath(routes.faqEdit, { id }));
    const answer = page.getByRole('textbox', { name: 'Answer' });
    const contents = page.getByRole('button', { name: 'Contents' });
    const goTo = async (name: RegExp) => {
      await contents.press('Enter');
      await pressMenuItem(page, name);
      await expect(answer).toBeFocused();
    };
    await test.step('an image without an answer has no description, and isn’t decorative either', async () => {
      await answer.press('Control+End');
      await app.chooseFiles(/^Image$/, await putFile(folder, 'IMG_2034.png', png([30, 90, 200])));
      await expect(page.getByRole('textbox', { name: 'Image description' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(answer.getByRole('img', { name: 'Image without a description' })).toBeVisible();
    });
    await contents.click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Heading 2: Inks',
      /^Link: here.*Say where it leads/,
      /^Heading 4: Black.*Use the next level/,
      /^Table.*Mark the row or column/,
      /^Image: no description.*Describe it/,
    ]);
    await expect(page.getByRole('menu')).toHaveAccessibleDescription(/^Check yourself/);
    await page.keyboard.press('Escape');
    await goTo(/^Heading 4/);
    expect(await selectedText(page)).toBe('Black');
    await page.getByRole('button', { name: 'Heading: Heading 4' }).click();
    await page.getByRole('menuitem', { name: 'Heading 3' }).click();
    await goTo(/^Link/);
    expect(await selectedText(page)).toBe('here');
    await page.keyboard.type('All our inks');
    await goTo(/^Table/);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Header column' }).click();
    await goTo(/^Image/);
    await page.getByRole('button', { name: 'Image description' }).click();
    await page.getByRole('textbox', { name: 'Image description' }).fill('A bottle of ink');
    await page.keyboard.press('Enter');
    await expect(answer).toHaveAccessibleDescription('');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: texts.faq.saveEdit }).click();
    await expectToast(page, /saved/);
    const { description } = await api.get('faq', id);
    expect(description, 'A.3.6.1 The appearance changes no content').not.toContain('style');
    expect(description).toMatch(/<h3>Black<\/h3>.*<th scope="row">Blue<\/th><td>90<\/td>.*alt="A bottle of ink"/);
  },
);

test('A.3.5.1: Find leads to each match in a form, also in descriptions of images and addresses', async ({
  app,
  page,
  api,
}) => {
  const id = await api.create('faq', { name: 'Which ink?', description: pasted });
  await app.goto(generatePath(routes.faqEdit, { id }));
  const question = page.getByRole('textbox', { name: 'Question' });
  await expect(question).toHaveValue('Which ink?');
  await recordAnnouncements(page);
  await question.press('Control+f');
  const find = page.getByRole('searchbox', { name: 'Find' });
  await expect(find).toBeFocused();
  await page.keyboard.type('zzz');
  await expectAnnounced(page, '0 matches');
  await find.fill('INK');
  await expectAnnounced(page, '6 matches');
  await page.keyboard.press('Enter');
  await expectAnnounced(page, 'Match 1 of 6');
  await expect(question).toBeFocused();
  expect(await selectedText(page)).toBe('ink');
  for (const selected of ['Ink', 'all our inks', 'ink', 'Ink']) {
    await page.keyboard.press('Control+g');
    await expect(page.getByRole('textbox', { name: 'Answer' })).toBeFocused();
    expect(await selectedText(page)).toBe(selected);
  }
  await page.keyboard.press('Control+g');
  await expect(page.getByRole('button', { name: 'Image description' })).toBeVisible();
  await page.keyboard.press('Control+g');
  await expect(question).toBeFocused();
  await page.keyboard.press('Control+Shift+g');
  await expectAnnounced(page, 'Match 6 of 6');
  await find.press('Escape');
  await expect(find).toBeHidden();
  await expect(question).toBeFocused();
});

test('a press counts only when it ends on its button', once, async ({ app, page, api }) => {
  await api.create('faq', { name: 'Which ink?', description: '<p>Any</p>' });
  await app.goto(routes.faqList);
  const heading = page.getByRole('heading', { level: 1 });
  for (const button of [
    page.getByRole('button', { name: 'Delete Which ink?' }),
    page.getByRole('link', { name: 'Edit Which ink?' }),
    page.getByRole('button', { name: 'Advance Filter' }),
  ]) {
    await button.hover();
    await page.mouse.down();
    await heading.hover();
    await page.mouse.up();
    expect(app.route()).toBe(routes.faqList);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Delete Which ink?' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a video takes captions and a description, which its view shows', once, async ({ app, page, api }) => {
  const ids = await seedOneOfEach(api);
  await app.goto(fillRoute('videoEdit', routes.videoEdit, ids));
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Choose Captions/ })).toBeVisible();
});

test('all routes follow the same conventions', once, async ({ app, page, api }) => {
  test.slow();
  const ids = await seedOneOfEach(api);
  await app.goto(extraRoutes.trash);
  const sidebar = page.getByRole('navigation').first().locator('a, button');
  const order = await sidebar.allTextContents();
  const titles = new Map<string, string>();
  const meanings = new Map<string, string>();
  for (const name of Object.keys(routes) as RouteName[]) {
    await test.step(name, async () => {
      const address = fillRoute(name, routes[name], ids);
      await app.navigateTo(address);
      await expectScreenLoaded(page);
      const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
      const title = await page.title();
      expect([title, titles.get(title) ?? heading], '2.4.2 Pages with one title have one heading').toEqual([
        title,
        heading,
      ]);
      titles.set(title, heading);
      const shown = await sidebar.allTextContents();
      expect([shown, isInOrderOf(shown, order)], '3.2.3 and 3.2.6 Same order of the navigation').toEqual([shown, true]);
      const text = await page.getByRole('main').textContent();
      expect(text, '1.3.3 No instruction by shape, colour or place').not.toMatch(
        /\b(on the (left|right)|(red|green|blue|round|square) (button|icon|field))\b/i,
      );
      const media = await page
        .locator('img, video, audio, object, embed')
        .evaluateAll((all) => all.map((element) => (element as HTMLImageElement).src));
      expect(
        media.filter((src) => !/\/uploads\/|^blob:|^data:/.test(src)),
        '1.2.5 and 1.4.5 No video, sound or image of text besides those of records',
      ).toEqual([]);
      const headings = await page.getByRole('main').getByRole('heading').allTextContents();
      const repeated = headings.filter((each, at) => each.trim() === '' || headings.indexOf(each) !== at);
      expect(repeated, '2.4.6 Headings differ').toEqual([]);
      const flashing = await page.evaluate((flash) => {
        const timings = document.getAnimations().map(({ effect }) => effect?.getComputedTiming());
        const isEndless = timings.some((timing) => timing?.iterations === Infinity);
        const isFast = timings.some((timing) => (timing?.iterations ?? 0) > 3 && Number(timing?.duration) < flash);
        return { isEndless, isFast, plays: document.querySelectorAll('[autoplay], marquee').length > 0 };
      }, 1000 / 3);
      expect(flashing, '2.2.2 and 2.3.1 Nothing moves on, plays by itself, or flashes').toEqual({
        isEndless: false,
        isFast: false,
        plays: false,
      });
      expect(await findPoorLabels(page), '2.4.6 Labels describe their fields').toEqual([]);
      for (const [icon, label] of await readIconButtons(page)) {
        expect([icon, label], '3.2.4 An icon means the same everywhere').toEqual([icon, meanings.get(icon) ?? label]);
        meanings.set(icon, label);
      }
      await page.keyboard.press('Tab');
      expect(await findUnmarkedFocus(page), '2.4.7 The focus is visible').toEqual([]);
      expect(app.route(), '3.2.1 The focus changes nothing').toBe(address);
      await expect(page.getByRole('dialog'), '3.2.1 The focus opens nothing').toHaveCount(0);
      expect(await findContextChanges(page), '3.2.2 No field moves the focus or opens a page').toEqual([]);
    });
  }
});

test.describe('signed out', () => {
  test.use({ isSignedIn: false });

  test('the login knows its fields and takes pasted passwords', once, async ({ app, page }) => {
    await app.load('/');
    const password = page.locator('input[type="password"]');
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('autocomplete', /^(username|email)/);
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    const isTaken = await password.evaluate((input) =>
      input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
    );
    expect(isTaken, '3.3.8 Pasting is not prevented').toBe(true);
  });
});

test.describe('first start', () => {
  test.use({ hasAdmin: false });

  test('the set-up knows its fields, and marks those that it needs', once, async ({ page }) => {
    for (const [name, purpose] of [
      [/^Your name/, 'name'],
      [/^Email/, 'username'],
      [/^Password/, 'new-password'],
      [/^Confirm password/, 'new-password'],
    ] as const) {
      const field = page.getByRole('textbox', { name });
      await expect(field).toHaveAttribute('autocomplete', purpose);
      await expect(field).toHaveAttribute('required', '');
    }
  });
});
