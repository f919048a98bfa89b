import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { ElectronApplication, Page } from '@playwright/test';
import { certificates, testCa } from '../../../src/main/server/certificates.testing.ts';
import { routes } from '../../support/routes.ts';
import { App } from '../support/app.ts';
import { desktopHost } from '../support/desktop-host.ts';
import { rejectionErrors, rowOf } from '../support/locators.ts';
import { OfficeProxy } from '../support/office-proxy.ts';
import { expect, test } from '../support/test.ts';
import { electronOf } from './support.ts';

test.use({ isSignedIn: false });

const login = { username: 'asha', password: 'pässword:1' };
const portOf = (url: string) => Number(new URL(url).port);
const isLoginDialog = (page: Page) => page.url().startsWith('data:');

/** Waits until the app asks for the login of a proxy, in a separate window. */
const findLoginDialog = async (electron: ElectronApplication): Promise<Page> => {
  await expect.poll(() => electron.windows().filter(isLoginDialog).length).toBe(1);
  const [dialog] = electron.windows().filter(isLoginDialog);
  if (!dialog) throw new Error('The dialog was closed.');
  return dialog;
};

/** Clicks a button that closes the dialog, possibly before the click is reported as done. */
const closeBy = async (dialog: Page, name: string) => {
  const closed = dialog.waitForEvent('close');
  const click = dialog.getByRole('button', { name }).click();
  await click.catch((error) => {
    if (!dialog.isClosed()) throw error;
  });
  await closed;
};

const logInToProxy = async (electron: ElectronApplication, password: string) => {
  const dialog = await findLoginDialog(electron);
  await dialog.getByLabel('User name').fill(login.username);
  await dialog.getByLabel('Password').fill(password);
  await closeBy(dialog, 'Log in');
};

/** An https server for office.example.com, which only the proxy finds. */
const startTlsServer = async (port: number) => {
  const server = createServer(certificates.wrongHost, (socket) => {
    const upstream = connect(port, '127.0.0.1');
    socket.pipe(upstream).pipe(socket);
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
};

test('an https server is reached through a proxy of the PAC file, after a login', async ({ faults, folder, api }) => {
  await api.create('country', { name: 'India' });
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, testCa);
  const secure = await startTlsServer(portOf(faults.url));
  const proxy = await OfficeProxy.start({ resolve: () => secure.port, login });
  const pac = `function FindProxyForURL() { return 'PROXY ${proxy.host}; DIRECT' }`;
  const host = desktopHost({
    userDataDir: join(folder, 'tunnel'),
    env: { BACKOFFICE_SERVER_URL: 'https://office.example.com', NODE_EXTRA_CA_CERTS: authority },
    flags: ['--password-store=basic', `--proxy-pac-url=data:text/plain,${encodeURIComponent(pac)}`],
  });
  const app = new App(host);
  try {
    await app.open();
    await logInToProxy(host.electron(), 'wrong');
    const again = await findLoginDialog(host.electron());
    await expect(again.getByRole('alert')).toHaveText('The proxy didn’t accept the user name or password.');
    await logInToProxy(host.electron(), login.password);
    await app.signIn();
    await app.goto(routes.countryList);
    await expect(rowOf(app.page, 'India')).toBeVisible();
    const isCreated = await app.page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/v1/country/', { method: 'POST', body: '{"name":"Nepal"}', headers })).ok;
    });
    expect(isCreated).toBe(true);
    expect(new Set(proxy.seen)).toEqual(new Set(['CONNECT office.example.com:443']));
  } finally {
    await app.close();
    await proxy.stop();
    secure.stop();
  }
});

test('an http server is reached through a proxy, which is not asked for this computer', async ({ faults, folder }) => {
  const address = 'http://office.example.com/';
  const proxy = await OfficeProxy.start({ resolve: () => portOf(faults.url), login });
  const userDataDir = join(folder, 'forwarded');
  await mkdir(userDataDir);
  await writeFile(join(userDataDir, 'settings.json'), JSON.stringify({ serverUrl: address, unencryptedUrl: address }));
  const flags = [
    '--password-store=basic',
    `--proxy-server=${proxy.host}`,
    // Chromium would otherwise leave out this computer by itself.
    '--proxy-bypass-list=<-loopback>',
  ];
  const app = new App(desktopHost({ userDataDir, flags }));
  app.watch.allow(rejectionErrors);
  const local = new App(desktopHost({ userDataDir, flags, env: { BACKOFFICE_SERVER_URL: faults.url } }));
  try {
    await app.open();
    const dialog = await findLoginDialog(electronOf(app));
    await closeBy(dialog, 'Cancel');
    await expect(app.page.getByText(`The proxy ${proxy.host} asks for a user name and password`)).toBeVisible();
    await app.page.getByRole('button', { name: 'Try again' }).click();
    proxy.refusal = 403;
    await logInToProxy(electronOf(app), login.password);
    await expect(app.page.getByText(`The proxy ${proxy.host} refused the connection`)).toBeVisible();
    proxy.refusal = null;
    await app.signIn();
    expect(proxy.seen).toContain('POST http://office.example.com/v1/user/login');
    await app.close();

    proxy.seen.length = 0;
    await local.open();
    await local.signIn();
    expect(proxy.seen).toEqual([]);
  } finally {
    await app.close();
    await local.close();
    await proxy.stop();
  }
});

test('a refusal by the proxy is shown', async ({ faults, folder }) => {
  const proxy = await OfficeProxy.start({ resolve: () => portOf(faults.url) });
  proxy.refusal = 403;
  const app = new App(
    desktopHost({
      userDataDir: join(folder, 'refused'),
      env: { BACKOFFICE_SERVER_URL: 'https://office.example.com' },
      flags: ['--password-store=basic', `--proxy-server=${proxy.host}`],
    }),
  );
  app.watch.allow(rejectionErrors);
  try {
    await app.open();
    await expect(app.page.getByText(`The proxy ${proxy.host} refused the connection`)).toBeVisible();
  } finally {
    await app.close();
    await proxy.stop();
  }
});
