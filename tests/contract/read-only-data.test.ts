import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../src/server/start.ts';
import { category } from '../../src/shared/resources/category.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { findRunner } from '../support/postgres-cluster.ts';
import { createRecord } from '../support/record-factory.ts';
import { canMountDisks, mountSmallDisk } from '../support/small-disk.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { type ApiBody, makeDataDir, startTestServer, testConfig } from '../support/test-server.ts';

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

it('an unreadable certificate is reported in one line', async () => {
  const dataDir = makeDataDir();
  const user = findRunner();
  if (user) chownSync(dataDir, user.uid, user.gid);
  const key = join(dataDir, 'key.pem');
  writeFileSync(key, 'secret', { mode: 0o000 });
  const options = ['--data', dataDir, '--port', '0', '--tls-cert', import.meta.filename, '--tls-key', key];
  const { child, output } = spawnServer(options, {}, 'cli', user);
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output.stderr).toBe(`${key}: Can't read this file (EACCES)\n`);
  rmSync(dataDir, { recursive: true });
});

describe.skipIf(!canMountDisks)('a read-only disk', () => {
  it('is reported at the start', async () => {
    const disk = mountSmallDisk({ megabytes: 8 });
    disk.setReadOnly(true);
    const starting = startServer(testConfig({ dataDir: disk.path }));
    await expect(starting).rejects.toMatchObject({
      message: "Can't use the data folder: its disk is read-only",
      path: disk.path,
    });
    disk.unmount();
  });

  it('is reported by writes until it is writable again', async () => {
    const disk = mountSmallDisk({ megabytes: 8 });
    const dataDir = makeDataDir();
    symlinkSync(disk.path, join(dataDir, 'uploads'));
    const server = await startTestServer('sqlite', { dataDir });
    const { _id } = await createRecord(server.send, category);
    // The description of the API doesn't list the status 500.
    const upload = async () => {
      const response = await fetch(`${server.url}/v1/category/updateById/${_id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ image: asUpload('a.png', makeFile('png')) }),
      });
      return { status: response.status, body: (await response.json()) as ApiBody };
    };
    disk.setReadOnly(true);
    const { status, body } = await upload();
    expect([status, body.success, body.message]).toEqual([
      500,
      false,
      expect.stringMatching(/^The server can’t write its data: .* read-only\. Nothing was saved\.$/),
    ]);
    expect((await server.send('GET', '/v1/category/')).status).toBe(200);
    disk.setReadOnly(false);
    expect((await upload()).status).toBe(200);
    await server.stop();
    disk.unmount();
  });
});
