import { routes } from '../support/routes.ts';
import { fillSetUp } from './support/set-up.ts';
import { expect, once, test } from './support/test.ts';
import { admin } from './support/test-server.ts';

test.use({ hasAdmin: false, isEmbedded: true });

const create = { name: 'Create admin account' };
const sample = { name: 'Add sample data' };

for (const { hasSample, details } of [
  { hasSample: true, details: {} },
  { hasSample: false, details: once },
]) {
  const name = `the first admin account is created ${hasSample ? 'with' : 'without'} the sample catalogue`;
  test(name, details, async ({ app, page }) => {
    await fillSetUp(page, admin);
    await page.getByRole('checkbox', sample).setChecked(hasSample);
    await page.getByRole('button', create).click();
    // The server checks and stores all pictures of the sample.
    await app.expectSignedIn({ timeout: 60_000 });

    await app.goto(routes.categoryList);
    const content = hasSample ? /1–10 of \d+|1–\d of \d/ : 'No categories yet';
    await expect(page.getByText(content)).toBeVisible();

    await app.goto('/');
    await app.expectSignedIn();
  });
}

test('setup reports all invalid fields at once', once, async ({ app, page }) => {
  const name = page.getByLabel('Your name');
  const email = page.getByRole('textbox', { name: 'Email' });
  const password = page.getByLabel(/^Password/);
  const repeated = page.getByLabel(/^Confirm password/);
  await email.fill('asha');
  await password.fill('short');
  await repeated.fill('shorter');
  await page.getByRole('button', create).click();
  await expect(name).toHaveAccessibleDescription('Name is required');
  await expect(email).toHaveAccessibleDescription(/^Enter a valid email address/);
  await expect(password).toHaveAccessibleDescription(/^Password must be at least/);
  await expect(repeated).toHaveAccessibleDescription('Passwords don’t match');
  await expect(name).toBeFocused();
  await expect(email).toHaveValue('asha');
  await expect(password).toHaveValue('short');

  await password.fill('shorter');
  await expect(repeated).toHaveAccessibleDescription('');
  await fillSetUp(page, admin);
  await page.getByRole('button', create).click();
  await app.expectSignedIn();
});

test('setup asks for the code of a server that others can reach', once, async ({ app, page, faults }) => {
  await page.route('**/v1/setup', async (route) => {
    if (route.request().method() === 'GET') await route.fulfill({ json: { needed: true, needsCode: true } });
    else await route.continue();
  });
  await app.load('/');
  await fillSetUp(page, admin);
  const code = page.getByLabel(/^Setup code/);
  await page.getByRole('button', create).click();
  await expect(code).toHaveAccessibleDescription(/Enter the setup code/);
  await code.fill('ABCD-EFGH-JKLM-NPQR');
  await page.getByRole('button', create).click();
  await expect
    .poll(() => faults.written.map(({ body }) => body))
    .toContainEqual(expect.objectContaining({ code: 'ABCD-EFGH-JKLM-NPQR' }));
});
