import type { Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import type { App } from './support/app.ts';
import { expectAccessible } from './support/axe.ts';
import { expectDraftSaved, readDrafts } from './support/drafts.ts';
import { cancel } from './support/forms.ts';
import { rejectionErrors, rowOf } from './support/locators.ts';
import { expect, once, test } from './support/test.ts';

const table = (rows: string) => `<table><tbody>${rows}</tbody></table>`;
const merged = table('<tr><td rowspan="2">Fine</td><td><p>Notes</p><p>Sketches</p></td></tr><tr><td>Letters</td></tr>');
const adjacent = `<p>Nibs:</p>${table('<tr><td>Fine</td></tr>')}${table('<tr><td>Broad</td></tr>')}`;

const source = (page: Page) => page.getByRole('textbox', { name: 'HTML of Answer' });
const editHtml = (page: Page) => page.getByRole('button', { name: 'Edit HTML' }).click();
const saveFaq = (page: Page) => page.getByRole('button', { name: texts.faq.saveEdit }).click();
const restore = (page: Page) => page.getByRole('button', { name: 'Restore' }).click();

const openForm = async (app: App, page: Page, id: string) => {
  await app.load(generatePath(routes.faqEdit, { id }));
  await expect(page.getByText('can’t be edited here.')).toBeVisible();
};

test.describe('a text that the editor can’t show', once, () => {
  for (const { name, description, contains } of [
    {
      name: 'merged cells and cells of several paragraphs',
      description: merged,
      contains: 'merged table cells and several paragraphs in a table cell',
    },
    { name: 'two tables in a row', description: adjacent, contains: 'tables directly below each other' },
  ]) {
    test(`with ${name} is edited as HTML`, async ({ app, page, api }) => {
      const id = await api.create('faq', { name: 'Nibs?', description });
      await openForm(app, page, id);
      await expect(page.getByText(`This text contains ${contains} that can’t be edited here.`)).toBeVisible();
      await expectAccessible(page, name);
      await page.getByRole('textbox', { name: 'Question' }).fill('Which nibs?');
      await saveFaq(page);
      await expect(rowOf(page, 'Which nibs?')).toBeVisible();
      expect((await api.get('faq', id)).description).toBe(description);

      await openForm(app, page, id);
      await editHtml(page);
      const changed = description.replace('Fine', 'Extra fine');
      await source(page).fill(changed);
      await saveFaq(page);
      await expect(rowOf(page, 'Which nibs?')).toContainText('Extra fine');
      expect((await api.get('faq', id)).description).toBe(changed);
    });
  }

  test('is unchanged after its HTML was only viewed', async ({ app, page, api }) => {
    const id = await api.create('faq', { name: 'Nibs?', description: merged });
    await openForm(app, page, id);
    await editHtml(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Edit anyway' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Edit anyway' }).click();
    await expect(page.getByRole('textbox', { name: 'Answer' })).toBeVisible();
    await cancel(page);
    await expect(rowOf(page, 'Nibs?')).toBeVisible();
    expect(await readDrafts(page, 'Sketches')).toEqual({ isStored: false, files: 0 });
  });

  test('is restored exactly with a draft of another field', async ({ app, page, api }) => {
    const id = await api.create('faq', { name: 'Nibs?', description: merged });
    await openForm(app, page, id);
    await page.getByRole('textbox', { name: 'Question' }).fill('Which nibs?');
    await expectDraftSaved(page, 'Which nibs?');
    await openForm(app, page, id);
    await restore(page);
    await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('Which nibs?');
    await saveFaq(page);
    await expect(rowOf(page, 'Which nibs?')).toBeVisible();
    expect((await api.get('faq', id)).description).toBe(merged);
  });

  test('is restored from a draft while its HTML is open', async ({ app, page, api }) => {
    const id = await api.create('faq', { name: 'Nibs?', description: merged });
    await openForm(app, page, id);
    await editHtml(page);
    await source(page).fill(`${merged}<p>More</p>`);
    await expectDraftSaved(page, 'More');
    await openForm(app, page, id);
    await editHtml(page);
    await restore(page);
    await expect(source(page)).toHaveValue(`${merged}<p>More</p>`);
    await saveFaq(page);
    await expect(rowOf(page, 'More')).toBeVisible();
    expect((await api.get('faq', id)).description).toBe(`${merged}<p>More</p>`);
  });

  for (const { side, expected } of [
    { side: 'You, in another window', expected: adjacent },
    { side: 'You, in this window', expected: `${merged}<p>Mine</p>` },
  ]) {
    test(`stays exactly as written by “${side}” in a merge`, async ({ app, page, api }) => {
      app.watch.allow(rejectionErrors);
      const id = await api.create('faq', { name: 'Nibs?', description: merged });
      await openForm(app, page, id);
      await editHtml(page);
      await source(page).fill(`${merged}<p>Mine</p>`);
      await api.call('PATCH', `/faq/updateById/${id}`, { description: adjacent });
      await saveFaq(page);
      const answer = page.getByRole('dialog').getByRole('group', { name: 'Answer' });
      await expect(answer).toContainText('Changed in both windows');
      await answer.getByRole('radio', { name: side }).check();
      await page.getByRole('button', { name: 'Save merged version' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible();
      expect((await api.get('faq', id)).description).toBe(expected);
    });
  }
});
