import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type FullConfig } from '@playwright/test';
import { makeTempDir } from '../../support/temp-dir.ts';
import { App } from './app.ts';
import { browserHost } from './browser-host.ts';
import { FaultProxy } from './fault-proxy.ts';
import { ServerRunner } from './server-runner.ts';
import { SharedPage, type StoredState } from './shared-page.ts';
import { firstAdmin, TestServer } from './test-server.ts';

/** Names the folder with `Prepared`. Programs under test get the environment, so a token in it would reach their pages. */
const variable = 'E2E_PREPARED';
const fileName = 'prepared.json';

/** The data of a server with an admin, and what a browser stores once this admin has logged in. Tests copy both. */
type Prepared = { dataDir: string; signedIn: StoredState };

export const readPrepared = (): Prepared =>
  JSON.parse(readFileSync(join(process.env[variable] ?? '', fileName), 'utf8'));

/** Prepares a server once for all workers. */
const prepare = async ({ projects: [project] }: FullConfig): Promise<() => Promise<void>> => {
  const folder = makeTempDir('e2e-prepared');
  const dataDir = join(folder, 'data');
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
  writeFileSync(join(folder, fileName), JSON.stringify({ dataDir, signedIn } satisfies Prepared));
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
};

export default prepare;
