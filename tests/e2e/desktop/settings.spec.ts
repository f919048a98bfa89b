import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { certificates, testCa } from '../../../src/main/server/certificates.testing.ts';
import { texts } from '../../../src/shared/texts.ts';
import { routes } from '../../support/routes.ts';
import { App } from '../support/app.ts';
import { desktopHost } from '../support/desktop-host.ts';
import { expectDraftSaved } from '../support/drafts.ts';
import { rejectionErrors } from '../support/locators.ts';
import { expect, test } from '../support/test.ts';
import { answerDialogs, chooseInMenu, electronOf } from './support.ts';

const withSettings = async (
  { folder, settings, env }: { folder: string; settings: string; env?: Record<string, string> },
  look: (page: Page, userDataDir: string) => Promise<void>,
) => {
  const userDataDir = join(folder, 'settings');
  await mkdir(userDataDir, { recursive: true });
  await writeFile(join(userDataDir, 'settings.json'), settings);
  const host = desktopHost({ userDataDir, env });
  try {
    await look(await host.open(), userDataDir);
  } finally {
    await host.close();
  }
};

const serverOf = (page: Page) => page.evaluate(async () => (await backoffice.getAppInfo()).server);

test('the environment overrides the saved server address', async ({ faults, folder }) => {
  const settings = JSON.stringify({ serverUrl: faults.url });
  await withSettings({ folder, settings }, async (page, userDataDir) => {
    expect(await serverOf(page)).toBe(new URL(faults.url).host);
    expect(await page.evaluate(() => backoffice.getServerStatus())).toEqual({ state: 'remote' });
    expect(existsSync(join(userDataDir, 'server'))).toBe(false);
  });
  await withSettings({ folder, settings, env: { BACKOFFICE_SERVER_URL: faults.target } }, async (page) => {
    expect(await serverOf(page)).toBe(new URL(faults.target).host);
  });
});

test('invalid settings are left unchanged', async ({ folder }) => {
  const broken = ['{ "serverUrl": "https://office.exa', JSON.stringify({ serverUrl: 'office' })];
  for (const settings of broken) {
    await withSettings({ folder, settings }, async (page, userDataDir) => {
      await expect(page.getByText('The server couldn’t start').first()).toBeVisible();
      expect(await readFile(join(userDataDir, 'settings.json'), 'utf8')).toBe(settings);
      expect(existsSync(join(userDataDir, 'server'))).toBe(false);
    });
  }
});

test('a server without encryption is used only after the user allowed it', async ({ faults, folder }) => {
  // Not a name of this computer to the app, although the system connects to it.
  const address = `http://0.0.0.0:${new URL(faults.url).port}/`;
  const userDataDir = join(folder, 'unencrypted');
  const env = { BACKOFFICE_SERVER_URL: address };
  const host = desktopHost({ userDataDir, env });
  const before = faults.seen.length;
  try {
    const page = await host.open();
    await expect(page.getByText(`The connection to ${new URL(address).origin} isn’t encrypted`)).toBeVisible();
    const refused = await answerDialogs(host.electron(), 'Cancel');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(refused).toEqual([expect.stringContaining('The connection isn’t encrypted')]);
    expect(faults.seen.length).toBe(before);
    await answerDialogs(host.electron(), 'Use this server');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(`Server: ${new URL(address).host}`)).toBeVisible();
  } finally {
    await host.close();
  }
  const settings = await readFile(join(userDataDir, 'settings.json'), 'utf8');
  await withSettings({ folder, settings, env }, async (page) => {
    await expect(page.getByLabel(texts.login.identifierLabel)).toBeVisible();
  });
});

test('settings can be changed before logging in', async ({ faults, folder }) => {
  const userDataDir = join(folder, 'chosen');
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, testCa);
  const host = desktopHost({ userDataDir, env: { NODE_EXTRA_CA_CERTS: authority } });
  const page = await host.open();
  try {
    await page.getByRole('button', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    const html = page.locator('html');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    }
    await expect(settings.getByRole('region', { name: 'Updates' })).toContainText(
      'Updates are managed by your IT administrator.',
    );
    await settings.getByRole('radio', { name: 'Dark' }).press('Space');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect.poll(() => host.electron().evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');

    await settings.getByRole('radio', { name: 'Shared server' }).check();
    const before = faults.seen.length;
    await settings.getByLabel('Server address').fill(faults.url);
    for (const button of ['Test connection', 'Use this server']) {
      const refused = await answerDialogs(host.electron(), 'Cancel');
      await settings.getByRole('button', { name: button }).click();
      await expect.poll(refused).toEqual([expect.stringContaining(new URL(faults.url).host)]);
      await expect(settings.getByRole('button', { name: button })).toBeEnabled();
    }
    expect(faults.seen.length, 'the app asks before it connects').toBe(before);
    expect(await serverOf(page)).toBe('This computer');

    const asked = await answerDialogs(host.electron(), /^(Connect|Use this server)$/);
    const release = faults.delay({ path: /^\/v1\/meta/ });
    await settings.getByRole('button', { name: 'Test connection' }).click();
    await expect.poll(() => faults.seen).toContain('GET /v1/meta');
    await settings.getByLabel('Server address').fill('http://127.0.0.1:1');
    release();
    await expect(settings.getByRole('button', { name: 'Test connection' })).toBeEnabled();
    await expect(settings.getByText(/Connected to/), 'it is about the address before').toHaveCount(0);
    await settings.getByRole('button', { name: 'Test connection' }).click();
    await expect(settings.getByRole('alert')).toContainText('Can’t reach the server');
    await settings.getByRole('button', { name: 'Use this server' }).click();
    await expect(settings.getByRole('alert')).toContainText('Can’t reach the server');
    expect(await serverOf(page)).toBe('This computer');

    for (const [name, why] of [
      ['expired', 'has expired'],
      ['selfSigned', 'is self-signed'],
    ] as const) {
      const secure = createServer(certificates[name]).listen(0, '127.0.0.1');
      await once(secure, 'listening');
      const { port } = secure.address() as AddressInfo;
      await settings.getByLabel('Server address').fill(`https://127.0.0.1:${port}`);
      await settings.getByRole('button', { name: 'Use this server' }).click();
      await expect(settings.getByRole('alert')).toContainText(`The server’s certificate ${why}`);
      secure.close();
    }
    await settings.getByLabel('Server address').fill('http://office.example.com');
    await expect(settings.getByText('Connection isn’t encrypted', { exact: true })).toBeVisible();
    await settings.getByLabel('Server address').fill(faults.url);
    await expect(settings.getByText('Connection isn’t encrypted', { exact: true })).toHaveCount(0);
    await settings.getByLabel('Server address').fill(`${faults.url}/v1/`);
    await settings.getByRole('button', { name: 'Test connection' }).click();
    await expect(settings.getByRole('region', { name: 'Server' }).getByRole('status')).toContainText('Connected to');
    await settings.getByRole('button', { name: 'Use this server' }).click();
    await expect(page.getByLabel(texts.login.identifierLabel)).toBeVisible();
    expect(await serverOf(page)).toBe(new URL(faults.url).host);
    await expect(page.getByText(`Server: ${new URL(faults.url).host}`)).toBeVisible();
    expect((await asked()).at(-1)).toContain(`Use ${new URL(faults.url).host} as your server?`);
    expect(JSON.parse(await readFile(join(userDataDir, 'settings.json'), 'utf8'))).toEqual({
      colorScheme: 'dark',
      serverUrl: `${faults.url}/`,
    });
  } finally {
    await host.close();
  }
});

test('drafts stay with the server they were typed for', async ({ faults, folder }) => {
  const userDataDir = join(folder, 'switched');
  await mkdir(userDataDir);
  await writeFile(join(userDataDir, 'settings.json'), JSON.stringify({ serverUrl: faults.url }));
  const app = new App(desktopHost({ userDataDir }));
  app.watch.allow(rejectionErrors);
  const goOverTo = async (address: string) => {
    // The page may be gone before the call returns.
    void app.page.evaluate((url) => backoffice.setServer({ address: url }), address).catch(() => null);
    await app.expectSignedOut();
    await app.signIn();
    expect(await serverOf(app.page)).toBe(new URL(address).host);
  };
  try {
    await app.openAndSignIn();
    await answerDialogs(electronOf(app), 'Use this server');
    const opened = electronOf(app).waitForEvent('window');
    await chooseInMenu(app, 'newWindow');
    const { page } = app;
    const second = await opened;
    const forms = [
      {
        window: page,
        route: routes.categoryAdd,
        field: page.getByRole('textbox', { name: 'Category Name' }),
        typed: 'Pens',
      },
      {
        window: second,
        route: routes.blogAdd,
        field: second.getByRole('textbox', { name: 'Blog Title' }),
        typed: 'Ink',
      },
    ];
    const openForms = async () => {
      for (const { window, route } of forms) await window.goto(app.host.address(route));
    };
    await openForms();
    for (const { window, field, typed } of forms) {
      await field.fill(typed);
      await expectDraftSaved(window, typed);
    }
    // Typed immediately before the switch, so that the draft is not stored yet.
    for (const { field, typed } of forms) await field.fill(`${typed} for everyone`);

    await goOverTo(faults.target);
    await openForms();
    for (const { window, field } of forms) {
      await expect(field).toHaveValue('');
      await expect(window.getByRole('button', { name: 'Restore' })).toHaveCount(0);
    }
    await goOverTo(faults.url);
    await openForms();
    for (const { window, field, typed } of forms) {
      await window.getByRole('button', { name: 'Restore' }).click();
      await expect(field).toHaveValue(`${typed} for everyone`);
    }
  } finally {
    await app.close();
  }
});
