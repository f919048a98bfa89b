import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Home } from '../../src/shared/home.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { makeTempDir } from '../support/temp-dir.ts';
import { setUpTestServer, startTestServer } from '../support/test-server.ts';

let store: string;
beforeEach(() => {
  store = makeTempDir('backup');
});
afterEach(() => rmSync(store, { recursive: true, force: true }));

const snapshots = () => readdirSync(store).filter((name) => /^\d{6}-/.test(name));

describe.each(databaseKinds)('scheduled backups of %s', (kind) => {
  const server = setUpTestServer(kind);

  it('tells admins that the scheduled backup failed, until one succeeds', async () => {
    const to = join(store, 'backups');
    writeFileSync(to, 'a file where the folder should be');
    const readFailure = async () => ((await server.send('GET', '/v1/home')).body.data as Home).failedBackup;
    const readWarnings = async () => (await server.send('GET', '/health/ready', { token: null })).body.warnings;
    const backups = { at: '00:00', to, keep: undefined };
    await server.restart({ backups });
    await expect.poll(readFailure).toMatchObject({ reason: expect.stringContaining(to), lastBackupAt: null });
    expect(await readWarnings()).toEqual(['failedBackup']);

    rmSync(to);
    await server.restart({ backups });
    await expect.poll(readFailure).toBeUndefined();
    expect(await readWarnings()).toBeUndefined();
    await server.restart();
  });
});

it('makes one scheduled backup with two servers', async () => {
  const backups = { at: '00:00', to: store, keep: 7 };
  const first = await startTestServer('postgres', { backups });
  const { databaseUrl, filesUrl } = first;
  const second = await startTestServer('postgres', { backups, databaseUrl, filesUrl });
  const lastBackupAt = () =>
    withDatabase(first, async (database) => {
      const query = database.selectFrom('setting').select('value').where('_id', '=', 'scheduledBackup');
      return (await query.executeTakeFirst())?.value;
    });
  await expect.poll(lastBackupAt).toContain('T');
  await second.stop();
  await first.stop();
  expect(snapshots()).toHaveLength(1);
});
