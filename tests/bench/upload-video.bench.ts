import assert from 'node:assert/strict';
import { createHash, randomFillSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from 'playwright';
import { locateElectron } from '../../scripts/lib/electron.ts';
import { maxUploadBytes } from '../../src/shared/uploads.ts';
import { Api } from '../e2e/support/api.ts';
import { App } from '../e2e/support/app.ts';
import { cleanEnvironment, desktopHost, sandboxFlags } from '../e2e/support/desktop-host.ts';
import { asField, videoPath } from '../e2e/support/files.ts';
import startDisplays from '../e2e/support/global-setup.ts';
import { ServerRunner } from '../e2e/support/server-runner.ts';
import { admin, firstAdmin, TestServer } from '../e2e/support/test-server.ts';
import { routes } from '../support/routes.ts';
import { writeApp } from './support/electron-app.ts';
import { median, printRatios } from './support/measure.ts';
import { canMeasureMemory, watchPeak } from './support/memory.ts';

/**
 * Measures uploading a video of the largest allowed size: through our form, through a page that reads it as a
 * data URL, and from a script with ready-made JSON. Every upload sends a different file. A slow machine may take longer
 * than Playwright waits, so nothing has a timeout.
 */
const timedRounds = 5;
const watchedRounds = 3;
const done = 'Video created';

/** Writes a playable video of the largest size, filled up with a random box that players skip. */
const writeVideo = (path: string): string => {
  const start = readFileSync(videoPath);
  const box = Buffer.alloc(maxUploadBytes - start.byteLength);
  randomFillSync(box, 8);
  box.writeUInt32BE(box.byteLength, 0);
  box.write('free', 4, 'latin1');
  const video = Buffer.concat([start, box]);
  writeFileSync(path, video);
  return createHash('sha256').update(video).digest('hex');
};

const save = async (page: Page): Promise<number> => {
  await page.evaluate((text) => {
    const took = new Promise<number>((found) => {
      let startedAt = 0;
      const start = () => {
        startedAt = performance.now();
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
      };
      const watch = new MutationObserver(() => {
        if (!document.body.textContent?.includes(text)) return;
        watch.disconnect();
        found(performance.now() - startedAt);
      });
      document.addEventListener('submit', start, { capture: true, once: true });
    });
    Object.assign(window, { took });
  }, done);
  await page.getByRole('button', { name: /^Save/ }).click();
  return page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
};

type Upload = { name: string; path: string };
type Way = { pid: number; upload: (file: Upload) => Promise<number>; close: () => Promise<void> };

const openProduct = async (folder: string, serverUrl: string): Promise<Way> => {
  const host = desktopHost({
    userDataDir: mkdtempSync(join(folder, 'product-')),
    env: { BACKOFFICE_SERVER_URL: serverUrl },
  });
  const app = new App(host);
  await app.open();
  app.page.setDefaultTimeout(0);
  await app.fillLogin({ identifier: admin.email, password: admin.password });
  await app.page.getByRole('navigation').first().waitFor();
  const upload = async ({ name, path }: Upload) => {
    const { page } = app;
    await app.load(routes.videoAdd);
    await page.getByLabel('Video Name').fill(name);
    await host.chooseFiles(page, [path], () => page.getByRole('button', { name: 'Choose Attach Video' }).click());
    await page.getByText('video.mp4').waitFor();
    return save(page);
  };
  return { pid: host.electron().process().pid ?? 0, upload, close: () => app.close() };
};

const connect = async (app: ElectronApplication, serverUrl: string, token: string): Promise<Page> => {
  const page = await app.firstWindow();
  page.setDefaultTimeout(0);
  await page.waitForFunction('globalThis.connect');
  await page.evaluate(`connect(${JSON.stringify(serverUrl)}, ${JSON.stringify(token)})`);
  return page;
};

const openDataUrlBaseline = async (
  folder: string,
  { serverUrl, token, appDir }: { serverUrl: string; token: string; appDir: string },
): Promise<Way> => {
  const app = await electron.launch({
    executablePath: locateElectron() ?? '',
    args: [appDir, `--user-data-dir=${mkdtempSync(join(folder, 'usual-'))}`, ...sandboxFlags],
    env: cleanEnvironment(),
  });
  const page = await connect(app, serverUrl, token);
  const upload = async ({ name, path }: Upload) => {
    await page.getByRole('status').evaluate((status) => {
      status.textContent = '';
    });
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('File').setInputFiles(path);
    return save(page);
  };
  return { pid: app.process().pid ?? 0, upload, close: () => app.close() };
};

const sendBare = async ({ name, path }: Upload, { serverUrl, token }: { serverUrl: string; token: string }) => {
  const body = JSON.stringify({ name, videoUrl: asField('video.mp4', readFileSync(path)) });
  const startedAt = performance.now();
  const response = await fetch(`${serverUrl}/v1/video/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  assert.equal(((await response.json()) as { message: string }).message, done);
  return performance.now() - startedAt;
};

type Send = (file: Upload) => Promise<number>;

const createUploads = (folder: string, api: Api) => {
  let count = 0;
  return async (send: Send): Promise<number> => {
    count += 1;
    const file = { name: `Video ${count}`, path: join(folder, 'video.mp4') };
    const hash = writeVideo(file.path);
    const took = await send(file);
    const [stored] = await api.list('video');
    assert.equal(stored?.name, file.name);
    const arrived = await api.download(String(stored?.videoUrl));
    assert.equal(createHash('sha256').update(arrived).digest('hex'), hash);
    return took;
  };
};

type Opening = { name: string; open: () => Promise<Way> };
type UploadAnother = ReturnType<typeof createUploads>;

const measureTimes = async (openings: readonly Opening[], uploadAnother: UploadAnother, bare: Send) => {
  const ways = await Promise.all(openings.map(({ open }) => open()));
  const sends = [
    { name: 'ready-made JSON (the limit)', send: bare, times: [] as number[] },
    ...ways.map(({ upload }, index) => ({ name: openings[index]?.name ?? '', send: upload, times: [] })),
  ];
  // Round -1 is a warm-up.
  for (let round = -1; round < timedRounds; round += 1) {
    for (const { send, times } of sends) {
      const took = await uploadAnother(send);
      if (round >= 0) times.push(took);
    }
  }
  for (const { close } of ways) await close();
  printRatios({
    title: `50 MB from Save to saved (medians of ${timedRounds}, in turn)`,
    unit: 'ms',
    rows: sends.map(({ name, times }) => ({ name, value: median(times) })),
  });
};

const measureMemory = async (openings: readonly Opening[], uploadAnother: UploadAnother) => {
  const watched = openings.map(({ name, open }) => ({
    name,
    open,
    seen: [] as { peak: number; growth: number }[],
  }));
  for (let round = 0; round < watchedRounds; round += 1) {
    for (const { open, seen } of watched) {
      const { pid, upload, close } = await open();
      const endWatch = await watchPeak(pid);
      await uploadAnother(upload);
      seen.push(endWatch());
      await close();
    }
  }
  const print = (title: string, kind: 'peak' | 'growth') =>
    printRatios({
      title: `${title} (medians of ${watchedRounds}, in turn)`,
      unit: 'MB',
      rows: watched.map(({ name, seen }) => ({ name, value: median(seen.map((each) => each[kind])) })),
    });
  print('Memory of all processes of the app at its peak, PSS', 'peak');
  print('The same, above what it was with the app open', 'growth');
};

const measure = async (folder: string, serverUrl: string) => {
  const api = new Api(() => serverUrl);
  const { email, password } = admin;
  const { body } = await api.call('POST', '/user/login', { email, password });
  const token = body.token ?? '';
  const appDir = writeApp(folder, 'data-url');
  const openings = [
    { name: 'FileReader and JSON', open: () => openDataUrlBaseline(folder, { serverUrl, token, appDir }) },
    { name: 'our form', open: () => openProduct(folder, serverUrl) },
  ];
  const uploadAnother = createUploads(folder, api);
  await measureTimes(openings, uploadAnother, (file) => sendBare(file, { serverUrl, token }));
  if (canMeasureMemory()) await measureMemory(openings, uploadAnother);
  else console.log('\nNo /proc: memory is not measured');
};

if (!locateElectron()) console.log('\nNo Electron: uploads of the app are not measured');
else {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const stopDisplay = await startDisplays();
  const host = new ServerRunner();
  const server = new TestServer({ host, dataDir: join(folder, 'server'), firstAdmin });
  try {
    await measure(folder, await server.start());
  } finally {
    await server.stop();
    await host.kill();
    stopDisplay();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
