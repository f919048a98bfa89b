import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateElectron } from '../../scripts/lib/electron.ts';
import { hasKeyring } from '../../scripts/lib/locate.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import { startKeyring } from '../e2e/desktop/keyring.ts';
import { App } from '../e2e/support/app.ts';
import { desktopHost } from '../e2e/support/desktop-host.ts';
import startDisplays from '../e2e/support/global-setup.ts';
import { adminEnvironment } from '../e2e/support/test-server.ts';
import { routes } from '../support/routes.ts';
import { startApp, writeApp } from './support/electron-app.ts';
import { writeLeastPage } from './support/least/build.ts';
import { median, printRatios } from './support/measure.ts';
import { canMeasureMemory, restingMemory } from './support/memory.ts';

/**
 * Measures the start of the desktop app with its embedded server, from process start to the product list that the
 * user had open before, against an empty Electron window and a minimal program that shows the same rows; then the
 * memory of all when idle.
 */
const count = 10_000;
const timedRounds = 10;
const restingRounds = 3;

type Contender = { name: string; start: () => ReturnType<typeof startApp> };

const prepare = async (userDataDir: string, keyring: { env: Record<string, string>; flags: string[] }) => {
  execFileSync(process.execPath, [
    ...[inRoot('scripts/run.mjs'), 'seed'],
    ...['--products', String(count), '--data', join(userDataDir, 'server')],
  ]);
  const app = new App(desktopHost({ userDataDir, env: { ...keyring.env, ...adminEnvironment }, flags: keyring.flags }));
  await app.open();
  await app.signIn();
  await app.goto(routes.productList);
  await app.page.getByRole('row').nth(5).waitFor();
  // The app stores the rows a second after they arrive, and shows them at the next start.
  await app.page.waitForTimeout(3000);
  await app.close();
};

const measure = async (
  contenders: readonly Contender[],
  { rounds, take }: { rounds: number; take: (started: Awaited<ReturnType<typeof startApp>>) => unknown },
) => {
  const taken = contenders.map(() => [] as number[]);
  // Round -1 is a warm-up.
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, { start }] of contenders.entries()) {
      const started = await start();
      const value = Number(await take(started));
      await started.end();
      if (round >= 0) taken[index]?.push(value);
    }
  }
  return contenders.map(({ name }, index) => ({ name, value: median(taken[index] ?? []) }));
};

const measureStarts = async (folder: string) => {
  const keyring = await startKeyring(folder);
  const userDataDir = join(folder, 'product');
  await prepare(userDataDir, keyring);
  const apps = {
    blank: writeApp(folder, 'blank'),
    least: writeApp(folder, 'least'),
    product: writeApp(folder, 'product'),
  };
  const shared = { args: keyring.flags, env: keyring.env };
  const leastEnv = {
    BENCH_PAGE: await writeLeastPage(join(folder, 'page')),
    BENCH_DATABASE: join(userDataDir, 'server', 'backoffice.db'),
  };
  const contenders = [
    {
      name: 'a blank window (the limit)',
      start: () => startApp({ ...shared, appDir: apps.blank, userDataDir: join(folder, 'blank') }),
    },
    {
      name: 'a minimal program with rows',
      start: () =>
        startApp({
          appDir: apps.least,
          userDataDir: join(folder, 'least'),
          args: keyring.flags,
          env: { ...keyring.env, ...leastEnv },
        }),
    },
    {
      name: 'the list of products',
      start: () =>
        startApp({
          ...shared,
          appDir: apps.product,
          userDataDir,
          args: [...shared.args, `backoffice:/${routes.productList}`],
        }),
    },
  ];
  try {
    printRatios({
      title: `From the start of the process (medians of ${timedRounds}, in turn)`,
      unit: 'ms',
      rows: await measure(contenders, { rounds: timedRounds, take: ({ took }) => took }),
    });
    printRatios({
      title: `Until the window is shown with its frame (medians of ${timedRounds}, in turn)`,
      unit: 'ms',
      rows: await measure(contenders, { rounds: timedRounds, take: ({ shownAfter }) => shownAfter }),
    });
    if (!canMeasureMemory()) console.log('\nNo /proc: memory is not measured');
    else {
      printRatios({
        title: `Memory of all processes at rest, PSS (medians of ${restingRounds}, in turn)`,
        unit: 'MB',
        rows: await measure(contenders, { rounds: restingRounds, take: ({ pid }) => restingMemory(pid) }),
      });
    }
  } finally {
    keyring.stop();
  }
};

if (!locateElectron()) console.log('\nNo Electron: the start of the app is not measured');
else if (!hasKeyring()) console.log('\nNo keyring, so no start signed in: the start of the app is not measured');
else {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const stopDisplay = await startDisplays();
  try {
    await measureStarts(folder);
  } finally {
    stopDisplay();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
