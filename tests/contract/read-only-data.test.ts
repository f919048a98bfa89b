import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServer } from '../../src/server/start.ts';
import { findRunner } from '../support/postgres-cluster.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { makeDataDir, testConfig } from '../support/test-server.ts';

it.each([
  ['data folder', '', 0o500],
  ['database', 'backoffice.db', 0o400],
  ['uploads folder', 'uploads', 0o500],
])('a read-only %s is reported in one line and leaves no file behind', async (_what, name, mode) => {
  const dataDir = makeDataDir();
  await (await startServer(testConfig({ dataDir }))).stop();
  // Permissions don't apply to root.
  const user = findRunner();
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, dataDir]);
  const path = name === '' ? dataDir : join(dataDir, name);
  const before = readdirSync(dataDir);
  chmodSync(path, mode);
  const { child, output } = spawnServer(['--data', dataDir, '--port', '0'], {}, 'cli', user);
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output.stderr).toMatch(/^[^\n]+: Can't use the data folder: the app needs permission [^\n]+\n$/);
  expect(output.stderr.startsWith(`${path}:`)).toBe(true);
  expect(readdirSync(dataDir)).toEqual(before);
  chmodSync(path, 0o700);
  rmSync(dataDir, { recursive: true });
});
