import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../src/shared/history.ts';
import { category } from '../../src/shared/resources/category.ts';
import { backUp, type Place, restore, run } from '../support/backup-commands.ts';
import { createDatabase, databaseKinds, withDatabase } from '../support/databases.ts';
import { dumpDatabase } from '../support/dump-database.ts';
import { asUpload, makeFile, storedFiles } from '../support/files.ts';
import { buildVariant, createProduct, createValues } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { hasNoBucket, makeFilesUrl, s3Credentials } from '../support/s3.ts';
import { makeTempDir } from '../support/temp-dir.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const addCategory = (server: TestServer, name: string) =>
  createRecord(server.send, category, { name, image: asUpload('a.png', makeFile('png'), 'image/png') });

const addProduct = async ({ send }: TestServer) => {
  const [red] = await createValues(send, 'Colour', ['Red', 'Green']);
  const pens = await addCategory({ send } as TestServer, 'Fountain pens');
  const variants = [buildVariant({ attributeValueArr: [red] }), buildVariant({ price: 0 })];
  await createProduct(send, {
    name: 'Pen',
    price: 1234567.89,
    sku: '007',
    categoryId: pens._id,
    attributeArr: variants,
  });
  await send('DELETE', `/v1/category/deleteById/${(await addCategory({ send } as TestServer, 'Paper'))._id}`);
};

const readIds = (place: Place) =>
  withDatabase(place, async (database) => {
    const { value } = await database
      .selectFrom('setting')
      .select('value')
      .where('_id', '=', 'databaseId')
      .executeTakeFirstOrThrow();
    return [value, readFileSync(join(place.dataDir, 'server.id'), 'utf8')];
  });

const readCategories = async ({ send }: TestServer) => (await send('GET', '/v1/category/')).body.data;

const snapshotsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^\d{6}-/.test(name))
    .sort();

const damage = (path: string): void => {
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] = Number(bytes.at(-1)) ^ 1;
  writeFileSync(path, bytes);
};

const uploadsOf = (folder: string) => readdirSync(join(folder, 'uploads')).map((name) => join(folder, 'uploads', name));

const folders: string[] = [];
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const makeFolder = () => {
  const folder = makeTempDir('backup');
  folders.push(folder, `${folder}.before-restore`);
  return folder;
};

/** Tables that are no part of the data. */
const ofOneServer = ['serverKey', 'migrationLock'];

describe.each(databaseKinds)('a backup of %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(kind);
    await addProduct(server);
  });
  afterAll(() => server.stop());
  const makeTarget = async (targetKind = kind): Promise<Place> => {
    const { databaseUrl, drop } = await createDatabase(targetKind);
    ends.push(drop);
    return { dataDir: makeFolder(), databaseUrl };
  };

  it('restores as a separate copy without sessions', async () => {
    const to = makeFolder();
    const before = await readCategories(server);
    await server.send('PATCH', '/v1/office', { body: { currency: 'EUR' } });
    const first = await backUp(server, ['--to', to]);
    const [oldest = ''] = snapshotsIn(to);
    expect([first.code, first.stderr]).toEqual([0, `Backup saved: ${join(to, oldest)} (4 files)\n`]);
    await addCategory(server, 'Ink');
    expect((await backUp(server, ['--to', to])).stderr).toContain('(5 files)');
    const target = await makeTarget();
    const restored = await restore(target, ['--from', join(to, oldest)]);
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('Restored')]);
    const copy = await startTestServer(kind, target);
    ends.unshift(copy.stop);
    expect(await readCategories(copy)).toEqual(before);
    expect((await copy.send('GET', '/v1/meta')).body).toMatchObject({ currency: 'EUR' });
    expect((await copy.send('GET', '/v1/product/?query=007')).body.total).toBe(1);
    expect(storedFiles(target.dataDir)).toHaveLength(4);
    expect((await copy.send('GET', '/v1/user/authorization', { token: server.token })).status).toBe(401);
    expect((await copy.send('GET', '/v1/audit?event=backupRestored')).body.total).toBe(1);
    const [originalIds, copyIds] = [await readIds(server), await readIds(target)];
    for (const id of copyIds) expect(originalIds).not.toContain(id);
    expect(readFileSync(join(target.dataDir, 'uploads', '.database'), 'utf8')).toBe(copyIds[0]);
  });

  it.each(databaseKinds)('undoes a change on %s that was unfinished when it was backed up', async (targetKind) => {
    const to = makeFolder();
    const name = `Unfinished on ${targetKind}`;
    await addCategory(server, name);
    const [{ changeId = '' } = {}] = (await server.send('GET', '/v1/history?pageSize=1')).body.data as HistoryEntry[];
    const mark = { _id: `unfinishedChange:${changeId}`, value: '' };
    await server.restart({}, async () => {
      await withDatabase(server, (database) => database.insertInto('setting').values(mark).execute());
      await backUp(server, ['--to', to]);
      await withDatabase(server, (database) => database.deleteFrom('setting').where('_id', '=', mark._id).execute());
    });
    const target = await makeTarget(targetKind);
    expect((await restore(target, ['--from', to])).code).toBe(0);
    const copy = await startTestServer(targetKind, target);
    ends.unshift(copy.stop);
    expect(await readCategories(copy)).not.toContainEqual(expect.objectContaining({ name }));
    expect(await readCategories(server)).toContainEqual(expect.objectContaining({ name }));
  });

  it.each(databaseKinds)('restores every row on %s', async (targetKind) => {
    const to = makeFolder();
    await backUp(server, ['--to', to]);
    const target = await makeTarget(targetKind);
    expect((await restore(target, ['--from', to])).code).toBe(0);
    const [before, after] = [await dumpDatabase(server), await dumpDatabase(target)];
    expect(after.history?.length).toBeGreaterThan(5);
    for (const name of Object.keys(before).filter((each) => each in after && !ofOneServer.includes(each))) {
      expect([name, after[name]?.length]).toEqual([name, before[name]?.length]);
      if (kind === targetKind) expect([name, after[name]]).toEqual([name, before[name]]);
    }
  });

  it('names a damaged file, and restores the rest if told to', async () => {
    const to = makeFolder();
    await backUp(server, ['--to', to]);
    const [name = ''] = snapshotsIn(to);
    const [file = ''] = uploadsOf(join(to, name));
    damage(file);
    const target = await makeTarget();
    const refused = await restore(target, ['--from', to]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`uploads/${basename(file)}`)]);
    expect(refused.stderr).toContain('--skip-damaged');
    const restored = await restore(target, ['--from', to, '--skip-damaged']);
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining(basename(file))]);
    expect(storedFiles(target.dataDir)).toEqual(storedFiles(server.dataDir).filter((each) => each !== basename(file)));
  });

  it('refuses a damaged database', async () => {
    const to = makeFolder();
    await backUp(server, ['--to', to]);
    damage(join(to, snapshotsIn(to)[0] ?? '', 'backoffice.db'));
    const { code, stderr } = await restore(await makeTarget(), ['--from', to, '--skip-damaged']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('backoffice.db')]);
  });
});

describe('a folder of backups', () => {
  let server: TestServer;
  let to: string;
  beforeAll(async () => {
    server = await startTestServer('sqlite');
    await addCategory(server, 'Pens');
    await addCategory(server, 'Ink');
  });
  afterAll(() => server.stop());
  const target = () => ({ dataDir: makeFolder(), databaseUrl: undefined });

  it('may contain damaged and foreign files', async () => {
    to = makeFolder();
    await backUp(server, ['--to', to]);
    const [first = ''] = snapshotsIn(to);
    await backUp(server, ['--to', to]);
    const [, second = ''] = snapshotsIn(to);
    writeFileSync(join(to, second, 'manifest.json'), '{"format":"catal');
    writeFileSync(join(to, 'Thumbs.db'), 'of Windows');
    mkdirSync(join(to, '000999-holiday'));
    writeFileSync(join(to, first, '.DS_Store'), 'of macOS');
    const restored = await restore(target(), ['--from', to]);
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining(`Restored ${join(to, first)}`)]);
    expect(restored.stderr).toContain(`Not a complete backup: ${second}`);
    const third = await backUp(server, ['--to', to, '--keep', '1']);
    expect([third.code, third.stderr]).toEqual([0, expect.stringContaining('Deleted: 1 older backup')]);
    expect(readdirSync(to)).toEqual(expect.arrayContaining(['000999-holiday', second, 'Thumbs.db']));
    expect(snapshotsIn(to).at(-1)).toMatch(/^001000-/);
  });

  it('keeps the newest backups by their number, whatever the clock said', async () => {
    to = makeFolder();
    for (let count = 0; count < 2; count += 1) await backUp(server, ['--to', to]);
    const [first = '', second = ''] = snapshotsIn(to);
    renameSync(join(to, second), join(to, '000002-2099-01-01T02-00-00.000Z'));
    await backUp(server, ['--to', to, '--keep', '2']);
    const left = snapshotsIn(to);
    expect(left).toEqual(['000002-2099-01-01T02-00-00.000Z', expect.stringMatching(/^000003-/)]);
    expect(left).not.toContain(first);
  });

  it('keeps the backups of other databases', async () => {
    to = makeFolder();
    await backUp(server, ['--to', to]);
    const [first = ''] = snapshotsIn(to);
    const path = join(to, first, 'manifest.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), databaseId: 'another' }));
    expect((await backUp(server, ['--to', to, '--keep', '1'])).stderr).toContain('Deleted: 0 older backups');
    expect(snapshotsIn(to)).toHaveLength(2);
  });

  it('gets a backup of the rest if a file is damaged or missing on the server', async () => {
    to = makeFolder();
    const office = await startTestServer('sqlite');
    ends.push(office.stop);
    for (const name of ['Pens', 'Ink', 'Paper']) await addCategory(office, name);
    const [damaged = '', missing = '', unreadable = ''] = uploadsOf(office.dataDir).filter((path) =>
      path.endsWith('.png'),
    );
    damage(damaged);
    rmSync(missing);
    rmSync(unreadable);
    mkdirSync(unreadable);
    const { code, stderr } = await backUp(office, ['--to', to]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Backup saved')]);
    expect(stderr).toContain(`Damaged when it was backed up: ${basename(damaged)}\n`);
    expect(stderr).toContain(`Missing when it was backed up: ${basename(missing)}\n`);
    expect(stderr).toContain(`Unreadable when it was backed up: ${basename(unreadable)}\n`);
    const copy = target();
    const restored = await restore(copy, ['--from', to]);
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining(basename(missing))]);
    expect(storedFiles(copy.dataDir)).toEqual([basename(damaged)]);
  });

  it('contains no half of a backup that was interrupted', async () => {
    to = makeFolder();
    mkdirSync(join(to, '.unfinished', 'uploads'), { recursive: true });
    writeFileSync(join(to, '.unfinished', 'backoffice.db'), 'half of it');
    expect((await restore(target(), ['--from', to])).stderr).toContain('There are no backups');
    expect((await backUp(server, ['--to', to])).code).toBe(0);
    expect(readdirSync(to).sort()).toEqual([...snapshotsIn(to), 'backup.lock']);
  });

  it('explains a wrong number, a bucket and a file instead of a folder', async () => {
    to = makeFolder();
    const file = join(to, 'backups');
    writeFileSync(file, '');
    const failures = [
      [['--to', to, '--keep', '7d'], '--keep must be a number'],
      [['--to', 's3://bucket/backups'], 'with rclone or restic'],
      [['--to', file], `${file}: There is a file where the folder should be`],
    ] as const;
    for (const [args, message] of failures) {
      const { code, stderr } = await backUp(server, [...args]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
    const { code, stderr } = await backUp({ ...server, dataDir: join(to, 'nothing') }, ['--to', to]);
    expect([code, stderr]).toEqual([1, `${join(to, 'nothing', 'backoffice.db')}: File not found\n`]);
  });

  it.skipIf(hasNoBucket)('backs up a bucket and restores it into another one', async () => {
    to = makeFolder();
    Object.assign(process.env, s3Credentials);
    const filesUrl = makeFilesUrl();
    const office = await startTestServer('postgres', { filesUrl });
    await addCategory(office, 'Ink');
    const before = await readCategories(office);
    const place = { ...office, filesUrl };
    expect(await backUp(place, ['--to', to])).toMatchObject({ code: 0 });
    const fresh = await createDatabase('postgres');
    const dataDir = makeFolder();
    const copyPlace = { ...fresh, databaseUrl: fresh.databaseUrl ?? '', dataDir, filesUrl: makeFilesUrl() };
    const restored = await restore(copyPlace, ['--from', to]);
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('npm run files:copy')]);
    expect(await run('commands/copy-files', ['--from', dataDir, '--to', copyPlace.filesUrl])).toMatchObject({
      code: 0,
    });
    const copy = await startTestServer('postgres', copyPlace);
    expect(await readCategories(copy)).toEqual(before);
    await copy.stop();
    await fresh.drop();
    await office.stop();
    for (const name of Object.keys(s3Credentials)) delete process.env[name];
  });
});
