import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locateElectron } from '../../../scripts/lib/electron.ts';
import { storageKeys } from '../../../src/shared/client-defaults.ts';
import { routes } from '../../support/routes.ts';
import { Api } from '../support/api.ts';
import { App } from '../support/app.ts';
import { desktopHost } from '../support/desktop-host.ts';
import { rowOf } from '../support/locators.ts';
import { expectCached } from '../support/response-cache.ts';
import { expect, test } from '../support/test.ts';
import { adminEnvironment } from '../support/test-server.ts';
import { startKeyring } from './keyring.ts';
import { electronOf } from './support.ts';

test.use({ isSignedIn: false });

test('with a keyring the session survives a restart for its server', async ({ faults, folder, server, api }) => {
  test.skip(process.platform !== 'linux', 'the keyring that it starts is that of Linux');
  await api.create('country', { name: 'India' });
  const userDataDir = join(folder, 'kept');
  const keyring = await startKeyring(folder);
  const openAt = (serverUrl: string) =>
    new App(
      desktopHost({
        userDataDir,
        env: { ...keyring.env, BACKOFFICE_SERVER_URL: serverUrl },
        flags: keyring.flags,
      }),
    );
  const app = openAt(faults.url);
  const elsewhere = openAt(faults.target);
  try {
    await app.open();
    await app.signIn();
    expect(await app.page.evaluate(async () => (await backoffice.getAppInfo()).canPersistSession)).toBe(true);

    const stored = await readFile(join(userDataDir, 'session.json'), 'utf8');
    expect(stored).toContain(storageKeys.session);
    expect(Buffer.from(JSON.parse(stored)[storageKeys.session].token, 'base64').toString('latin1')).not.toContain(
      'eyJ',
    );

    await app.goto(routes.countryList);
    await expect(rowOf(app.page, 'India')).toBeVisible();
    await expectCached(app.page, 'India');
    await server.kill();
    await app.restart(routes.countryList);
    await expect(rowOf(app.page, 'India')).toBeVisible();
    await expect(app.page.getByText(/You’re seeing the last loaded data/)).toBeVisible();

    const url = await server.start();
    await new Api(() => url).create('country', { name: 'Nepal' });
    faults.target = url;
    await expect(rowOf(app.page, 'Nepal')).toBeVisible();

    await app.close();
    await elsewhere.open();
    await elsewhere.expectSignedOut();
    await elsewhere.close();

    await app.open();
    await app.expectSignedIn();
    await app.page.evaluate(() => backoffice.signOut({ canRevoke: true }));
    await app.restart();
    await app.expectSignedOut();
    expect(await readFile(join(userDataDir, 'session.json'), 'utf8')).not.toContain(storageKeys.session);
  } finally {
    await app.close();
    await elsewhere.close();
    keyring.stop();
  }
});

/** Lets the embedded server start that suspended itself. */
const resume = (suspended: App) =>
  electronOf(suspended).evaluate(({ app }) => {
    const server = app.getAppMetrics().find(({ name }) => name === 'Catalogue server');
    if (server) process.kill(server.pid, 'SIGCONT');
  });

test('a list shows its last rows while the embedded server starts', async ({ folder }) => {
  test.skip(process.platform !== 'linux', 'the keyring that it starts is that of Linux');
  const keyring = await startKeyring(folder);
  const options = {
    userDataDir: join(folder, 'starting'),
    env: { ...keyring.env, ...adminEnvironment },
    flags: keyring.flags,
  };
  const app = new App(desktopHost(options));
  // Playwright removes the variable.
  const executablePath = join(folder, 'electron.sh');
  const suspend = join(import.meta.dirname, 'suspend-server.cjs');
  const script = `#!/bin/sh\nNODE_OPTIONS='--require ${suspend}' exec '${locateElectron()}' "$@"\n`;
  await writeFile(executablePath, script, { mode: 0o755 });
  const starting = new App(desktopHost({ ...options, executablePath }));
  try {
    await app.open();
    await app.signIn();
    const add = (name: string) =>
      app.page.evaluate(async (country) => {
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ name: country });
        return (await fetch('/v1/country/', { method: 'POST', headers, body })).status;
      }, name);
    expect(await add('Nepal')).toBe(200);
    await app.goto(routes.countryList);
    await expect(rowOf(app.page, 'Nepal')).toBeVisible();
    await expectCached(app.page, 'Nepal');
    // Another page: the list isn't refetched, and its cached response lacks the next country.
    await app.goto(routes.faqList);
    expect(await add('Bhutan')).toBe(200);
    await app.close();
    await starting.openAtStart();
    await starting.load(routes.countryList);
    await expect(rowOf(starting.page, 'Nepal')).toBeVisible();
    expect(await starting.page.evaluate(() => backoffice.getServerStatus())).toEqual({ state: 'starting' });
    await expect(rowOf(starting.page, 'Bhutan')).toHaveCount(0);
    await resume(starting);
    await expect(rowOf(starting.page, 'Bhutan')).toBeVisible();
    await expect(rowOf(starting.page, 'Nepal')).toBeVisible();
  } finally {
    await resume(starting).catch(() => undefined);
    await app.close();
    await starting.close();
    keyring.stop();
  }
});
