import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { run } from '../../../scripts/lib/run.ts';

const folder = inRoot('examples/website');
const marker = join(folder, 'node_modules', '.installed');

/** Installs the example's own packages, unless the same ones are installed already. Takes seconds, or npm's cache. */
export const installExample = async (): Promise<void> => {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lock) return;
  const args = ['ci', '--prefix', folder, '--prefer-offline', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const { code, output } = await run(
    npm ? { command: process.execPath, args: [npm, ...args] } : { command: 'npm', args },
  );
  expect(code, `npm ci in examples/website, which needs the registry: ${output}`).toBe(0);
  writeFileSync(marker, lock);
};

type ExampleOptions = { url: string; token?: string; content: string };

const toArgs = (script: string, { url, token, content }: ExampleOptions): string[] => [
  '--conditions=source',
  join(folder, 'scripts', script),
  ...['--url', `${url}/site/v1`, '--content', content],
  ...(token ? ['--token', token] : []),
];

/** Builds the site into a folder, and returns what the build printed. */
export const buildExample = async ({ to, ...options }: ExampleOptions & { to: string }): Promise<string> => {
  const args = [...toArgs('site.ts', options), '--to', to];
  const { code, output } = await run({ command: process.execPath, args });
  expect(code, output).toBe(0);
  return output;
};

/** Starts the development server, and returns its address. */
export const watchExample = async (options: ExampleOptions): Promise<{ url: string; stop: () => Promise<void> }> => {
  const child: ChildProcess = spawn(process.execPath, [...toArgs('watch.ts', options), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('Its output is not piped.');
  const ended = once(child, 'exit');
  const found = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  return {
    url: String(found[0]),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
};

/** Serves a built site as a static host does. */
export const serveFolder = async (root: string): Promise<{ url: string; stop: () => void }> => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname.replace(/\/$/, '/index.html'));
    const body = await readFile(join(root, path)).catch(() => null);
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
};
