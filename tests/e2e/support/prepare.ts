import { rm } from 'node:fs/promises';
import { chromium, type FullConfig } from '@playwright/test';
import { makeTempDir } from '../../support/temp-dir.ts';
import { App } from './app.ts';
import { browserHost } from './browser-host.ts';
import { FaultProxy } from './fault-proxy.ts';
import { ServerRunner } from './server-runner.ts';
import { SharedPage, type StoredState } from './shared-page.ts';
import { firstAdmin, TestServer } from './test-server.ts';

const variable = 'E2E_PREPARED';

/** The data of a server with an admin, and what a browser stores once this admin has logged in. Tests copy both. */
type Prepared = { dataDir: string; signedIn: StoredState };

export const readPrepared = (): Prepared => JSON.parse(process.env[variable] ?? '{}');

/** Prepares a server once for all workers. */
const prepare = async ({ projects: [project] }: FullConfig): Promise<() => Promise<void>> => {
  const dataDir = makeTempDir('e2e-prepared');
  const host = new ServerRunner();
  const server = new TestServer({ host, dataDir, firstAdmin });
  const browser = await chromium.launch(project?.use.launchOptions);
  const proxy = await FaultProxy.start(await server.start());
  const app = new App(browserHost({ sharedPage: new SharedPage(browser), serverUrl: proxy.url }));
  await app.open();
  await app.signIn();
  const signedIn = await app.page.evaluate(() =>
    Object.entries(localStorage).map(([name, value]) => ({ name, value })),
  );
  await app.close();
  await browser.close();
  await proxy.stop();
  await server.stop();
  await host.kill();
  process.env[variable] = JSON.stringify({ dataDir, signedIn } satisfies Prepared);
  return () => rm(dataDir, { recursive: true, force: true });
};

export default prepare;
