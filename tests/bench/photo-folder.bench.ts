import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { locateElectron } from '../../scripts/lib/electron.ts';
import { asset } from '../../src/shared/resources/asset.ts';
import { Api } from '../e2e/support/api.ts';
import { App } from '../e2e/support/app.ts';
import { desktopHost } from '../e2e/support/desktop-host.ts';
import { asField } from '../e2e/support/files.ts';
import startDisplays from '../e2e/support/global-setup.ts';
import { dropFiles } from '../e2e/support/host.ts';
import { ServerRunner } from '../e2e/support/server-runner.ts';
import { admin, firstAdmin, TestServer } from '../e2e/support/test-server.ts';
import { printRatios } from './support/measure.ts';
import { canMeasureMemory, watchPeak } from './support/memory.ts';

/**
 * Measures a photo shoot: the images of a folder, about 5 MB each, come into the library and are matched. A script that
 * sends ready-made JSON, two at a time and without matching, is the lower bound. `PHOTOS` sets their number.
 */
const count = Number(process.env.PHOTOS ?? 500);
const parallel = 2;

/** Noise compresses badly, so that a photo of 4 megapixels has about 5 MB. */
const writePhotos = async (folder: string): Promise<void> => {
  mkdirSync(folder);
  for (let n = 0; n < count; n += 1) {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const picture = sharp({ create: { width: 2400, height: 1700, channels: 3, background: '#888888', noise } });
    writeFileSync(join(folder, `SKU-${n % 50}_${n}.jpg`), await picture.jpeg({ quality: 96 }).toBuffer());
  }
};

const sendBare = async (folder: string, serverUrl: string, token: string): Promise<number> => {
  const names = readdirSync(folder);
  const startedAt = performance.now();
  const work = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const response = await fetch(`${serverUrl}/v1/asset/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ file: asField(name, readFileSync(join(folder, name))) }),
      });
      assert.equal(response.status, 200);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return (performance.now() - startedAt) / 1000;
};

const dropFolder = async (folder: string, userDataDir: string, serverUrl: string) => {
  const host = desktopHost({ userDataDir, env: { BACKOFFICE_SERVER_URL: serverUrl } });
  const app = new App(host);
  await app.open();
  app.page.setDefaultTimeout(0);
  await app.fillLogin({ identifier: admin.email, password: admin.password });
  await app.page.getByRole('navigation').first().waitFor();
  await app.load(asset.paths.list);
  await app.page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
  const endWatch = canMeasureMemory() ? await watchPeak(host.electron().process().pid ?? 0) : () => ({ growth: 0 });
  const startedAt = performance.now();
  await dropFiles(app.page.getByRole('main'), [folder]);
  await app.page.getByRole('progressbar', { name: 'Uploading images' }).waitFor();
  await app.page.getByRole('progressbar', { name: 'Uploading images' }).waitFor({ state: 'detached' });
  const seconds = (performance.now() - startedAt) / 1000;
  const { growth } = endWatch();
  await app.close();
  return { seconds, growth };
};

const withServer = async <Result>(
  dataDir: string,
  run: (serverUrl: string, token: string) => Promise<Result>,
): Promise<Result> => {
  const host = new ServerRunner();
  const server = new TestServer({ host, dataDir, firstAdmin });
  try {
    const serverUrl = await server.start();
    const api = new Api(() => serverUrl);
    const { body } = await api.call('POST', '/user/login', { email: admin.email, password: admin.password });
    const result = await run(serverUrl, body.token ?? '');
    const headers = { authorization: `Bearer ${body.token}` };
    const stored = await (await fetch(`${serverUrl}/v1/asset/?pageSize=1`, { headers })).json();
    assert.equal((stored as { total: number }).total, count);
    return result;
  } finally {
    await server.stop();
    await host.kill();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
};

if (!locateElectron()) console.log('\nNo Electron: the upload of a folder is not measured');
else {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const photos = join(folder, 'shoot');
  const stopDisplay = await startDisplays();
  try {
    await writePhotos(photos);
    const bare = await withServer(join(folder, 'bare'), (url, token) => sendBare(photos, url, token));
    const ours = await withServer(join(folder, 'server'), (url) => dropFolder(photos, join(folder, 'app'), url));
    printRatios({
      title: `A folder of ${count} photos in the library, matched`,
      unit: 's',
      rows: [
        { name: 'ready-made JSON, not matched', value: bare },
        { name: 'our folder drop', value: ours.seconds },
      ],
    });
    console.log(`\nMemory of the app meanwhile, above what it was before: ${ours.growth.toFixed(0)} MB`);
  } finally {
    stopDisplay();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
