import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { locateElectron } from '../../../scripts/lib/electron.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { cleanEnvironment, sandboxFlags } from '../../e2e/support/desktop-host.ts';

export const writeApp = (folder: string, script: string): string => {
  const { name, productName, version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const appDir = join(folder, `app-${script}`);
  mkdirSync(appDir, { recursive: true });
  writeFileSync(
    join(appDir, 'package.json'),
    JSON.stringify({ name, productName, version, type: 'module', main: 'main.js' }),
  );
  const main = pathToFileURL(inRoot('tests/bench/electron', `${script}.mjs`));
  writeFileSync(join(appDir, 'main.js'), `await import('${main}');\n`);
  symlinkSync(inRoot('resources'), join(appDir, 'resources'));
  return appDir;
};

export type StartedApp = {
  pid: number;
  /** Milliseconds from process start to the reported ready time. */
  took: number;
  /** Milliseconds from process start until the window was shown. */
  shownAfter: number;
  end: () => Promise<void>;
};

/** Starts an app without a debugger and waits until it reports ready. */
export const startApp = async ({
  appDir,
  userDataDir,
  args = [],
  env = {},
}: {
  appDir: string;
  userDataDir: string;
  args?: readonly string[];
  env?: Record<string, string>;
}): Promise<StartedApp> => {
  const startedAt = Date.now();
  const child = spawn(locateElectron() ?? '', [appDir, `--user-data-dir=${userDataDir}`, ...sandboxFlags, ...args], {
    env: { ...cleanEnvironment(), BENCH_PRODUCT: pathToFileURL(inRoot('out/main/index.js')).href, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const { readyAt, shownAt } = await new Promise<{ readyAt: number; shownAt: number }>((found, failed) => {
    const limit = setTimeout(() => failed(new Error('The app did not become ready in a minute.')), 60_000);
    lines.on('line', (line) => {
      if (!line.startsWith('{"readyAt"')) return;
      clearTimeout(limit);
      found(JSON.parse(line));
    });
    void ended.then(() => failed(new Error('The app ended before it was ready.')));
  });
  const end = async () => {
    child.kill();
    await ended;
  };
  return { pid: child.pid ?? 0, took: readyAt - startedAt, shownAfter: shownAt - startedAt, end };
};
