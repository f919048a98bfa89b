import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { generatePath } from 'react-router-dom';
import { routes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { asField, png } from './support/files.ts';
import { deleteQuestion, refusal } from './support/parts.ts';
import { expect, test } from './support/test.ts';

const schemes = ['light', 'dark'] as const;

/** What axe calls serious or critical, with where it is. */
const violations = async (page: Page): Promise<string[]> => {
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
};

for (const scheme of schemes) {
  test.describe(scheme, () => {
    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    });

    test('lists, forms and details', async ({ app, page, api }) => {
      test.slow();
      const countryId = await api.create('country', { name: 'India' });
      await api.create('region', { name: 'South', countryId });
      const picture = asField('a.png', png([30, 90, 200]));
      const category = await api.create('category', { name: 'Pens', image: picture, banner: picture });
      const faq = await api.create('faq', {
        name: 'Refills?',
        description: '<p>Yes, <a href="https://example.com">see</a></p>',
      });
      const paths = [
        ...[routes.userList, routes.countryList, routes.regionList, routes.faqList, routes.categoryList],
        ...[routes.faqAdd, routes.categoryAdd, `${routes.faqList}?query=nothing`],
        generatePath(routes.faqDetail, { id: faq }),
        generatePath(routes.faqEdit, { id: faq }),
        generatePath(routes.categoryEdit, { id: category }),
      ];
      for (const path of paths) {
        await test.step(path, async () => {
          await app.goto(path);
          await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
          expect(await violations(page), path).toEqual([]);
        });
      }
    });

    test('dialogs, errors and open panels', async ({ app, page, api }) => {
      app.watch.allow(refusal);
      await api.create('country', { name: 'India' });
      await app.goto(routes.countryList);
      await page.getByRole('button', { name: 'Add Country' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add Country' });
      await dialog.getByRole('button', { name: texts.form.save }).click();
      await expect(dialog.getByText('Country Name is required')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: texts.form.cancel }).click();

      await page.getByRole('button', { name: 'Delete India' }).click();
      await expect(deleteQuestion(page)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await deleteQuestion(page).getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('button', { name: texts.list.advanceFilter }).click();
      await page.getByRole('combobox', { name: 'Status' }).click();
      await expect(page.getByRole('option', { name: 'Inactive' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test.describe('signed out', () => {
      test.use({ isSignedIn: false });
      test('the login screen', async ({ page }) => {
        await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
        await expect(page.getByText(texts.login.identifierRequired)).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });
    });

    test.describe('first start', () => {
      test.use({ hasAdmin: false });
      test('the set-up', async ({ page }) => {
        await expect(page.getByRole('checkbox', { name: /sample catalogue/i })).toBeVisible();
        expect(await violations(page)).toEqual([]);
      });
    });
  });
}
