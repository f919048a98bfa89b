import type { Page } from '@playwright/test';
import { routes } from '../../src/shared/routes.ts';
import { refusal } from './support/parts.ts';
import { expect, test } from './support/test.ts';
import { admin } from './support/test-server.ts';

test.use({ hasAdmin: false, isEmbedded: true });

const fillSetUp = async (page: Page, { password }: { password: string }) => {
  await page.getByLabel('Your name').fill(admin.name);
  await page.getByLabel('E-mail').fill(admin.email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByLabel(/^Repeat the password/).fill(password);
};

const create = { name: 'Create administrator' };
const sample = { name: 'Load the sample catalogue' };

for (const hasSample of [true, false]) {
  test(`the first administrator is created ${hasSample ? 'with' : 'without'} the sample catalogue`, async ({
    app,
    page,
  }) => {
    await fillSetUp(page, admin);
    await page.getByRole('checkbox', sample).setChecked(hasSample);
    await page.getByRole('button', create).click();
    await app.expectSignedIn();

    await app.goto(routes.categoryList);
    const content = hasSample ? /1-10 of \d+|1-\d of \d/ : 'There are no Categories yet';
    await expect(page.getByText(content)).toBeVisible();

    await app.goto('/');
    await app.expectSignedIn();
  });
}

test('a weak password is refused at its field, and nothing typed is lost', { tag: '@once' }, async ({
  app,
  page,
}) => {
  app.watch.allow(refusal);
  await fillSetUp(page, { password: 'short' });
  await page.getByRole('button', create).click();
  await expect(page.getByLabel(/^Password/)).toHaveAccessibleDescription(/at least \d+/);
  await expect(page.getByLabel('Your name')).toHaveValue(admin.name);
  await fillSetUp(page, admin);
  await page.getByRole('button', create).click();
  await app.expectSignedIn();
});
