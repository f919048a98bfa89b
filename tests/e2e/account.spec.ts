import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { extraRoutes } from '../../src/shared/routes.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { Api } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { choose, save } from './support/forms.ts';
import { expectTitle, expectToast, rejectionErrors } from './support/locators.ts';
import { setConfirmedAt } from './support/sessions.ts';
import { expect, once, test } from './support/test.ts';
import { admin } from './support/test-server.ts';

const nextPassword = 'another horse battery';
const subAdmin = { name: 'Meera', email: 'meera@example.com', role: 'SUBADMIN', password: nextPassword };

const passwordDialog = (page: Page) => page.getByRole('dialog', { name: 'Enter your password' });

const enterPassword = async (page: Page, password: string) => {
  const field = passwordDialog(page).getByRole('textbox', { name: texts.login.passwordLabel, exact: true });
  await expect(field).toHaveAttribute('required', '');
  await field.fill(password);
  await passwordDialog(page).getByRole('button', { name: 'Continue' }).click();
};

/** Sets up an authenticator app in the dialog, and returns the app and the recovery codes. */
const setUpTwoFactor = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor login' });
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const key = (await dialog.getByRole('code').textContent()) ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveAttribute('required', '');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  await dialog.getByLabel('I’ve stored the recovery codes').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return { totp, codes };
};

test('users change their name and password and end sessions', once, async ({ app, page, faults }) => {
  app.watch.allow(rejectionErrors);
  const other = new Api(() => faults.target);
  await other.list('faq');
  await app.load('/');
  await page.getByRole('banner').getByRole('button', { name: texts.shell.badge }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await expectTitle(page, 'My account');
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('listitem').filter({ hasText: 'This session' })).toContainText('Chrome on');
  await expectAccessible(page, 'account');

  await test.step('name', async () => {
    await page.getByLabel('Name').fill('Asha R.');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expectToast(page, 'Name saved');
    await page.getByRole('banner').getByRole('button', { name: texts.shell.badge }).click();
    await expect(page.getByRole('menu').getByText('Asha R.')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('password', async () => {
    const fill = async (current: string) => {
      await page.getByLabel(/^Current password/).fill(current);
      await page.getByLabel(/^New password/).fill(nextPassword);
      await page.getByLabel(/^Confirm password/).fill(nextPassword);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await fill('wrong password');
    await expect(page.getByText('Incorrect password')).toBeVisible();
    expect((await other.call('GET', '/faq/')).status).toBe(200);
    await fill(admin.password);
    await expectToast(page, /^Password changed/);
    expect((await other.call('GET', '/faq/')).status).toBe(401);
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('sessions', async () => {
    const login = () => other.call('POST', '/user/login', { email: admin.email, password: nextPassword });
    await login();
    await login();
    await page.reload();
    const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await rows
      .filter({ hasNotText: 'This session' })
      .first()
      .getByRole('button', { name: /^Log out/ })
      .click();
    await expectToast(page, 'Session ended');
    await expect(rows).toHaveCount(2);
    await page.getByRole('button', { name: 'Log out on all other devices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await expect(rows).toHaveCount(1);
  });
});

test(
  'a change of a user asks for the password and is then repeated',
  once,
  async ({ app, page, api, folder, faults }) => {
    app.watch.allow(rejectionErrors);
    const id = await api.create('user', subAdmin);
    await app.goto(routes.userEdit.replace(':id', id));
    await choose(page.getByRole('combobox', { name: 'Role' }), 'Admin');
    setConfirmedAt(join(folder, 'server'), null);
    await save(page);
    await expect(passwordDialog(page)).toBeVisible();
    await expectAccessible(page, 'password dialog');
    await passwordDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(passwordDialog(page)).toBeHidden();
    await expectTitle(page, 'Edit User');

    await save(page);
    await enterPassword(page, 'wrong password');
    await expect(passwordDialog(page).getByText('Incorrect password')).toBeVisible();
    await enterPassword(page, admin.password);
    await expectToast(page, 'User saved');
    expect(await api.get('user', id)).toMatchObject({ role: 'ADMIN' });
    expect(faults.seen.filter((request) => request.startsWith('PATCH /v1/user/updateById'))).toHaveLength(3);
  },
);

test('two-factor login asks for a code, and admins can require it', async ({ app, page, api }) => {
  test.slow();
  app.watch.allow(rejectionErrors);
  await api.create('user', subAdmin);
  const ownPassword = `${subAdmin.password} of my own`;
  const { email, password } = subAdmin;
  await api.call('POST', '/user/login', { email, password, newPassword: ownPassword });
  const enterCode = async (code: string) => {
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await app.goto(extraRoutes.account);
  await page.getByRole('button', { name: 'Set up…' }).click();
  const { totp, codes } = await setUpTwoFactor(page);
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Sub admin' }).check();
  await expectToast(page, 'Policy saved');
  await app.logOut();

  await test.step('login with a code', async () => {
    await app.fillLogin({ identifier: admin.email, password: admin.password });
    await expectTitle(page, 'Enter a code');
    await enterCode('000000');
    await expect(page.getByRole('alert').filter({ hasText: /incorrect or was already used/ })).toBeVisible();
    // The code of the setup is used up; the next one is accepted, because clocks may differ.
    await enterCode(totp.generate({ timestamp: Date.now() + 30_000 }));
    await app.expectSignedIn();
    await app.logOut();
    await app.fillLogin({ identifier: admin.email, password: admin.password });
    await enterCode(codes[0] ?? '');
    await app.expectSignedIn();
  });

  await test.step('turning it off', async () => {
    await app.goto(extraRoutes.account);
    await expect(page.getByText('9 recovery codes left')).toBeVisible();
    await page.getByRole('button', { name: 'Turn off…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: texts.login.passwordLabel, exact: true }).fill(admin.password);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByRole('button', { name: 'Set up…' })).toBeVisible();
    await app.logOut();
  });

  await test.step('a required setup', async () => {
    await app.fillLogin({ identifier: email, password: ownPassword });
    await expect(page.getByText('Your company requires it for your role.')).toBeVisible();
    await expectAccessible(page, 'setup of two-factor login');
    await setUpTwoFactor(page);
    await app.expectSignedIn();
    await app.load(routes.countryList);
    await expect(page.getByRole('button', { name: 'Add Country' })).toBeVisible();
  });
});

test('a passkey logs in', once, async ({ app, browser, faults }) => {
  app.watch.allow(rejectionErrors);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const address = faults.target.replace('127.0.0.1', 'localhost');
  await page.goto(`${address}${extraRoutes.account}`);
  await page.getByLabel(texts.login.identifierLabel).fill(admin.email);
  await page.getByRole('textbox', { name: texts.login.passwordLabel, exact: true }).fill(admin.password);
  await page.getByRole('button', { name: texts.login.submit, exact: true }).click();
  await page.getByRole('button', { name: 'Add passkey…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Test key');
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
  await expectToast(page, 'Passkey added');
  const stored = await devTools.send('WebAuthn.getCredentials', { authenticatorId });
  expect(stored.credentials).toMatchObject([{ rpId: 'localhost' }]);
  await expectAccessible(page, 'account with a passkey');

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Last used');
  await page.getByRole('button', { name: 'Remove Test key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Passkey removed');
  await context.close();
});
