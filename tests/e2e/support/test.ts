import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { makeTempDir } from '../../support/temp-dir.ts';
import { Api } from './api.ts';
import { App } from './app.ts';
import { browserHost } from './browser-host.ts';
import { desktopHost } from './desktop-host.ts';
import { FaultProxy, listenOnFreePort } from './fault-proxy.ts';
import { takeDisplay } from './global-setup.ts';
import type { Host } from './host.ts';
import { readPrepared } from './prepare.ts';
import { ServerRunner } from './server-runner.ts';
import { setConfirmedAt } from './sessions.ts';
import { SharedPage } from './shared-page.ts';
import { adminEnvironment, TestServer } from './test-server.ts';

export type HostOption = { host: Host['kind'] };

type Options = {
  /** Whether an admin exists; without one the app starts with its set-up page. */
  hasAdmin: boolean;
  isSignedIn: boolean;
  /** Whether the desktop app uses its embedded server; `api`, `faults` and `server` then belong to a separate one. */
  isEmbedded: boolean;
};

type Fixtures = {
  folder: string;
  server: TestServer;
  faults: FaultProxy;
  api: Api;
  app: App;
};

export const test = base.extend<
  Options & Fixtures & HostOption,
  { proxyServer: Server; serverRunner: ServerRunner; sharedPage: SharedPage; display: undefined }
>({
  host: ['browser', { option: true }],
  hasAdmin: [true, { option: true }],
  isSignedIn: [true, { option: true }],
  isEmbedded: [false, { option: true }],

  display: [
    async ({}, use, { parallelIndex }) => {
      takeDisplay(parallelIndex);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],

  serverRunner: [
    async ({}, use) => {
      const serverRunner = new ServerRunner();
      await use(serverRunner);
      await serverRunner.kill();
    },
    { scope: 'worker' },
  ],

  sharedPage: [
    async ({ browser }, use) => {
      const sharedPage = new SharedPage(browser);
      await use(sharedPage);
      await sharedPage.close();
    },
    { scope: 'worker' },
  ],

  // The origin of the app is the same in all tests of a worker.
  proxyServer: [
    async ({}, use) => {
      const proxyServer = await listenOnFreePort();
      await use(proxyServer);
      proxyServer.close();
    },
    { scope: 'worker' },
  ],

  folder: async ({}, use) => {
    const folder = makeTempDir('e2e');
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },

  server: async ({ folder, hasAdmin, serverRunner }, use) => {
    const options = { host: serverRunner, dataDir: join(folder, 'server') };
    const server = hasAdmin ? await TestServer.copyOf(readPrepared().dataDir, options) : new TestServer(options);
    // Its session is older than a login counts as a confirmation.
    if (hasAdmin) setConfirmedAt(options.dataDir, new Date());
    await use(server);
    await server.stop();
  },

  faults: async ({ server, proxyServer }, use) => {
    const proxy = await FaultProxy.start(await server.start(), proxyServer);
    await use(proxy);
    proxy.leave();
  },

  api: async ({ faults }, use) => {
    await use(new Api(() => faults.target));
  },

  app: async ({ host, folder, faults, sharedPage, hasAdmin, isSignedIn, isEmbedded }, use, testInfo) => {
    const storedState = hasAdmin && isSignedIn ? readPrepared().signedIn : [];
    const app = new App(
      host === 'browser'
        ? browserHost({ sharedPage, serverUrl: faults.url, storedState })
        : desktopHost({
            userDataDir: join(folder, 'user-data'),
            env: isEmbedded ? (hasAdmin ? adminEnvironment : {}) : { BACKOFFICE_SERVER_URL: faults.url },
          }),
    );
    const startsSignedIn = hasAdmin && isSignedIn;
    if (!startsSignedIn) await app.open();
    else if (host === 'desktop') await app.openAndSignIn();
    // A signed-in browser shows nothing until the test opens the page that it needs.
    else await app.openAtStart();
    await use(app);
    try {
      if (testInfo.status !== testInfo.expectedStatus && app.isOpen) {
        await testInfo.attach('printed', { body: app.host.log(), contentType: 'text/plain' });
        await testInfo.attach('screen', { body: await app.page.screenshot(), contentType: 'image/png' });
      }
    } finally {
      // Close the app even if the page has crashed: an open app would block the worker.
      await app.close();
    }
    app.watch.expectRefusals(faults.refused);
    app.watch.assertNoToken('an address of the server', faults.seen);
    expect(app.watch.unexpected(), 'nothing complained, nothing was asked from elsewhere').toEqual([]);
  },

  page: async ({ app }, use) => {
    await use(app.page);
  },
});

/** For behavior of pages alone, which is the same on both hosts: runs in the browser only. */
export const once = { tag: '@once' };

export { expect };
