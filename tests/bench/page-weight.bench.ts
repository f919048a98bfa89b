import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright';
import { locateChromium } from '../../scripts/lib/locate.ts';
import { texts } from '../../src/shared/texts.ts';
import { routes } from '../support/routes.ts';
import { admin, startBenchServer } from './support/bench-server.ts';
import { measureBundle } from './support/least/build.ts';
import { printRatios } from './support/measure.ts';
import { startStrapiAdmin } from './support/peer-products.ts';

/**
 * Measures the gzipped JavaScript that a browser loads before the sign-in screen and before a product list,
 * against the libraries alone, built the same way, and the first screen of Strapi's admin panel. Uncompressed
 * responses are gzipped here.
 */
const office = await startBenchServer({ products: 100, args: ['--web'] });

const watchScripts = (page: Page): (() => Promise<number>) => {
  const weights = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    // A script that is loaded again may be answered without a body.
    if (response.request().resourceType() !== 'script' || weights.has(response.url())) return;
    const weight = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    weights.set(response.url(), weight);
  });
  return async () => (await Promise.all(weights.values())).reduce((sum, weight) => sum + weight, 0);
};

const kilobytes = (bytes: number): number => bytes / 1000;

const strapi = await startStrapiAdmin(office.dataDir);
const browser = await chromium.launch({ executablePath: locateChromium() ?? undefined });
try {
  const entry = await browser.newPage();
  const entryWeight = watchScripts(entry);
  const html = await (await fetch(office.url)).text();
  // Preloaded scripts are blocked: the screen must work without them.
  await entry.route('**/assets/*.js', (route) =>
    html.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  );
  await entry.goto(office.url);
  await entry.getByRole('button', { name: texts.login.submit }).waitFor();
  const signIn = await entryWeight();

  const page = await browser.newPage();
  const soFar = watchScripts(page);
  await page.goto(office.url + routes.productList);
  await page.getByLabel(texts.login.identifierLabel).fill(admin.email);
  await page.getByRole('textbox', { name: texts.login.passwordLabel, exact: true }).fill(admin.password);
  await page.getByRole('button', { name: texts.login.submit }).click();
  await page.getByRole('row').nth(10).waitFor();
  const list = await soFar();

  const peers: { name: string; value: number }[] = [];
  if (strapi) {
    const peer = await browser.newPage();
    const peerWeight = watchScripts(peer);
    await peer.goto(strapi.url);
    await peer.getByRole('button', { name: "Let's start" }).waitFor();
    peers.push({ name: 'Strapi, its first screen', value: kilobytes(await peerWeight()) });
  }

  printRatios({
    title: 'JavaScript before the sign-in screen, gzipped',
    unit: 'kB',
    rows: [
      { name: 'its libraries alone (the limit)', value: kilobytes(await measureBundle('sign-in')) },
      { name: 'ours', value: kilobytes(signIn) },
      ...peers,
    ],
  });
  printRatios({
    title: 'JavaScript before a list, gzipped, the sign-in screen included',
    unit: 'kB',
    rows: [
      { name: 'its libraries alone (the limit)', value: kilobytes(await measureBundle('list')) },
      { name: 'ours', value: kilobytes(list) },
    ],
  });
} finally {
  await browser.close();
  await strapi?.stop();
  await office.close();
}
