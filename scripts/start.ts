import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { requireBuild } from './build.ts';
import { ensureElectron } from './lib/electron.ts';
import { root } from './lib/paths.ts';
import { startServer } from './lib/server.ts';

const defaultPort = 4780;

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

const firstFreePort = async (port: number): Promise<number> => ((await isFree(port)) ? port : firstFreePort(port + 1));

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

const openInBrowser = (url: string) => {
  const [command = 'xdg-open', ...args] = openers[process.platform] ?? [];
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  // The URL is also printed, for machines without a browser.
  opener.on('error', () => {});
  opener.unref();
};

const openBrowserEdition = async (reason: string) => {
  console.log(`${reason} Opening the web app instead.`);
  const port = await firstFreePort(defaultPort);
  const server = await startServer({
    args: ['--web', '--port', String(port)],
    env: { BACKOFFICE_LOG_LEVEL: process.env.BACKOFFICE_LOG_LEVEL ?? 'warn' },
  });
  console.log(`Catalogue Back Office is running at ${server.url}. Press Ctrl+C to stop.`);
  openInBrowser(server.url);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.process.kill(signal));
  server.process.on('exit', (code) => process.exit(code ?? 0));
};

const isLinux = process.platform === 'linux';

const hasScreen = () => !isLinux || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** Chromium's sandbox doesn't work for root, so Electron exits at once. */
const isRefusedToRoot = (args: readonly string[]) =>
  isLinux && process.getuid?.() === 0 && !args.includes('--no-sandbox');

const missingLibrary = 127;

const openDesktop = (electron: string, args: readonly string[]) => {
  const app = spawn(electron, ['.', ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.kill(signal));
  app.on('error', (error) => openBrowserEdition(`Couldn't start Electron (${error.message}).`));
  app.on('exit', (code) => {
    if (code === missingLibrary) openBrowserEdition('Electron is missing a system library (see above).');
    else process.exit(code ?? 1);
  });
};

export const main = async (args: readonly string[]): Promise<void> => {
  await requireBuild();
  if (!hasScreen()) return openBrowserEdition("No display found (DISPLAY isn't set).");
  const electron = await ensureElectron();
  if (!electron) return openBrowserEdition("Couldn't download Electron.");
  if (isRefusedToRoot(args)) return openBrowserEdition("Electron can't run as root.");
  openDesktop(electron, args);
};
