import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { maxUploadBytes } from '#shared/uploads.ts';
import { createBackup } from '../database/copy-database.ts';
import { isFolderUnlocked, lockFolder } from '../database/data-folder.ts';
import { databaseName, hashFile, type Manifest, manifestName } from './manifest.ts';
import { archiveDataFolder } from './pack.ts';
import { restoreDataFolder } from './restore.ts';

/** Calls `onRename` around each rename, when a server may start, or the disk fail. */
const renames = vi.hoisted(() => ({ onRename: (_path: string): void => {} }));
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>();
  const renameSync: typeof original.renameSync = (from, to) => {
    renames.onRename(String(from));
    original.renameSync(from, to);
    renames.onRename('');
  };
  return { ...original, renameSync };
});

let root: string;
let dataDir: string;
let database: BetterSqlite.Database;

const upload = (text: string): string => {
  const bytes = Buffer.from(text.repeat(1000));
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.png`;
  writeFileSync(join(dataDir, 'uploads', name), bytes);
  return name;
};

const rowsIn = (path: string): unknown[] => {
  const copy = new BetterSqlite(path, { readonly: true });
  const rows = copy.prepare('SELECT name FROM thing ORDER BY name').pluck().all();
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
  copy.close();
  return rows;
};

const add = (name: string) => database.prepare('INSERT INTO thing (name) VALUES (?)').run(name);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backoffice-backup-'));
  dataDir = join(root, 'server');
  mkdirSync(join(dataDir, 'uploads'), { recursive: true });
  writeFileSync(join(dataDir, 'session.key'), 'a key');
  writeFileSync(join(dataDir, 'storage.key'), 'the key of drafts');
  database = new BetterSqlite(join(dataDir, 'backoffice.db'));
  database.pragma('journal_mode = WAL');
  database.exec(`CREATE TABLE thing (name text); CREATE TABLE setting (_id text PRIMARY KEY, value text);
    CREATE TABLE migration (name text); INSERT INTO migration VALUES ('0001-baseline')`);
  add('first');
});
afterEach(() => {
  renames.onRename = () => {};
  database.close();
  rmSync(root, { recursive: true, force: true });
});

const zipPath = () => join(root, 'backup.zip');

const pack = (onProgress?: (fraction: number) => void) =>
  archiveDataFolder({ dataDir, to: zipPath(), tempDir: join(root, '.unfinished'), onProgress });

it('restores a folder that was backed up during writes', async () => {
  // Unrelated files with names like those of temp files.
  for (const name of ['backup.zip.db', 'backup.zip.part']) writeFileSync(join(root, name), 'of somebody');
  const names = [upload('one'), upload('two'.repeat(1000))];
  const bytes = names.map((name) => readFileSync(join(dataDir, 'uploads', name)));
  for (let index = 0; index < 2000; index += 1) add(`before ${index} ${'x'.repeat(200)}`);
  const writing = setInterval(() => add('meanwhile'), 1);
  const lastReported: number[] = [];
  const onProgress = (fraction: number) => lastReported.push(fraction);
  await pack(onProgress);
  clearInterval(writing);
  expect(lastReported.length, 'it goes on within a file').toBeGreaterThan(20);
  expect(readdirSync(root).sort()).toEqual(['backup.zip', 'backup.zip.db', 'backup.zip.part', 'server']);
  expect(readFileSync(join(root, 'backup.zip.db'), 'utf8')).toBe('of somebody');

  database.exec('DELETE FROM thing');
  for (const name of names) rmSync(join(dataDir, 'uploads', name));
  database.close();
  await restoreDataFolder({ dataDir, from: zipPath(), onProgress });
  expect(lastReported.at(-1)).toBe(1);
  expect(lastReported.every((fraction) => fraction > 0 && fraction <= 1)).toBe(true);
  expect(rowsIn(join(dataDir, 'backoffice.db'))).toContain('first');
  expect(rowsIn(join(dataDir, 'backoffice.db')).length).toBeGreaterThan(2000);
  expect(names.map((name) => readFileSync(join(dataDir, 'uploads', name)))).toEqual(bytes);
  expect(existsSync(join(dataDir, 'session.key'))).toBe(false);
  expect(readFileSync(join(dataDir, 'storage.key'), 'utf8')).toBe('the key of drafts');
  expect(rowsIn(join(`${dataDir}.before-restore`, 'backoffice.db'))).toEqual([]);
});

it('restores a copy of only the database', async () => {
  const name = upload('one');
  const copy = await createBackup({ dataDir, reason: 'daily' });
  add('second');
  database.close();
  await restoreDataFolder({ dataDir, from: copy });
  expect(rowsIn(join(dataDir, 'backoffice.db'))).toEqual(['first']);
  expect(existsSync(join(dataDir, 'uploads', name))).toBe(true);
  expect(existsSync(join(dataDir, 'session.key'))).toBe(false);
  const copies = readdirSync(join(dataDir, 'backups'));
  const [beforeRestore] = copies.filter((each) => each.startsWith('before-restore-'));
  expect(rowsIn(join(dataDir, 'backups', String(beforeRestore)))).toEqual(['first', 'second']);
});

const writeZip = async (zip: ZipFile): Promise<void> => {
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(zipPath()));
};

const foreignArchives: Record<string, () => ZipFile> = {
  'a file of another name': () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('evil'), 'uploads/evil.sh');
    return zip;
  },
  'a file that is larger than any': () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.alloc(maxUploadBytes + 1), `uploads/${'0'.repeat(32)}.png`);
    return zip;
  },
};

it.each(Object.entries(foreignArchives))('rejects an archive with %s', async (_name, make) => {
  await writeZip(make());
  database.close();
  await expect(restoreDataFolder({ dataDir, from: zipPath() })).rejects.toThrow(/contains unexpected files/);
});

const refusals: Record<string, () => Promise<void>> = {
  'no backup at all': async () => writeFileSync(zipPath(), 'This is a letter. '.repeat(100)),
  'a backup that was cut off': async () => {
    await pack();
    writeFileSync(zipPath(), readFileSync(zipPath()).subarray(0, -200));
  },
  'an archive that leads out of the folder': async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('evil'), 'uploads/aa/aa/evil.sh');
    await writeZip(zip);
    const bytes = readFileSync(zipPath()).toString('latin1');
    writeFileSync(zipPath(), bytes.replaceAll('/aa/aa/', '/../../'), 'latin1');
  },
  'a backup with a file that it does not name': async () => {
    const copy = await createBackup({ dataDir, reason: 'daily' });
    const zip = new ZipFile();
    zip.addFile(copy, databaseName);
    zip.addBuffer(Buffer.from('evil'), `uploads/${'0'.repeat(32)}.png`);
    const manifest: Manifest = {
      format: 'catalogue-back-office-backup',
      formatVersion: 1,
      appVersion: '1.0.0',
      createdAt: new Date().toISOString(),
      files: { [databaseName]: await hashFile(copy) },
    };
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName);
    await writeZip(zip);
  },
  'a damaged copy of the database': async () => {
    for (let index = 0; index < 500; index += 1) add(`row ${index} ${'x'.repeat(200)}`);
    const bytes = readFileSync(await createBackup({ dataDir, reason: 'daily' }));
    bytes.fill(0xff, 4096, 5 * 4096);
    writeFileSync(zipPath(), bytes);
  },
  "another program's database": async () => {
    new BetterSqlite(zipPath()).exec('CREATE TABLE bookmark (address text)').close();
  },
  'a backup of a newer version': async () => {
    database.exec("INSERT INTO migration VALUES ('9999-of-tomorrow')");
    await pack();
    database.exec("DELETE FROM migration WHERE name = '9999-of-tomorrow'");
  },
};

it.each(Object.entries(refusals))('rejects %s without changes', async (_name, make) => {
  await make();
  const rows = rowsIn(join(dataDir, 'backoffice.db'));
  database.close();
  await expect(restoreDataFolder({ dataDir, from: zipPath() })).rejects.toThrow(
    /^(?:This file isn't a Catalogue Back Office backup|This backup was made with a newer version|The backup|The database is damaged)/,
  );
  expect(rowsIn(join(dataDir, 'backoffice.db'))).toEqual(rows);
  expect(readdirSync(root).filter((name) => name.startsWith('server'))).toEqual(['server']);
});

it('restores everything but the damaged files if told to', async () => {
  const [damaged, intact] = [upload('one'), upload('two')];
  await pack();
  const bytes = readFileSync(zipPath());
  bytes.write('ENO', bytes.indexOf('oneoneone'));
  writeFileSync(zipPath(), bytes);
  database.close();
  await expect(restoreDataFolder({ dataDir, from: zipPath() })).rejects.toThrow(damaged);
  const onWarning = vi.fn();
  await restoreDataFolder({ dataDir, from: zipPath(), skipDamaged: true, onWarning });
  expect(onWarning.mock.calls).toEqual([[expect.stringContaining(damaged)]]);
  expect(readdirSync(join(dataDir, 'uploads')).sort()).toEqual(['.database', intact]);
});

it('backs up the rest if a file is damaged or unreadable', async () => {
  const [damaged, unreadable] = [upload('one'), `${'0'.repeat(32)}.png`];
  writeFileSync(join(dataDir, 'uploads', damaged), 'changed');
  mkdirSync(join(dataDir, 'uploads', unreadable));
  writeFileSync(join(dataDir, 'uploads', '.database'), 'an id');
  const problems = await pack();
  expect(problems.toSorted()).toEqual([
    `Damaged when it was backed up: ${damaged}`,
    `Unreadable when it was backed up: ${unreadable}`,
  ]);
});

it('reports missing disk space', async () => {
  upload('one'.repeat(1000));
  await pack();
  database.close();
  await expect(restoreDataFolder({ dataDir, from: zipPath(), freeBytes: 1000 })).rejects.toThrow(/3 MB more needed/);
  expect(readdirSync(root).filter((name) => name.startsWith('server'))).toEqual(['server']);
});

it('does not restore under a running server', async () => {
  await pack();
  const lock = lockFolder(dataDir);
  await expect(restoreDataFolder({ dataDir, from: zipPath() })).rejects.toThrow('already using');
  lock.release();
}, 20_000);

it('keeps the folder locked until a restore is complete', async () => {
  await pack();
  database.close();
  const unlocked: boolean[] = [];
  renames.onRename = () => unlocked.push(isFolderUnlocked(dataDir));
  await restoreDataFolder({ dataDir, from: zipPath() });
  expect(unlocked).toContain(false);
  expect(unlocked).not.toContain(true);
});

/** Restores, and calls `onMove` with the number of each rename before it. */
const restoreObserved = async (onMove: (count: number) => void): Promise<number> => {
  let count = 0;
  renames.onRename = (path) => {
    if (path === '' || path.includes('backups')) return;
    count += 1;
    onMove(count);
  };
  await restoreDataFolder({ dataDir, from: zipPath() }).finally(() => {
    renames.onRename = () => {};
  });
  return count;
};

it.each([
  ['once', (count: number, failing: number) => count === failing],
  ['until the next start', (count: number, failing: number) => count >= failing],
])('restores nothing if any of its renames fails %s', async (_name, isFailing) => {
  const name = upload('one');
  await pack();
  database.close();
  const session = join(dataDir, 'session.key');
  await restoreObserved(() => {});
  writeFileSync(session, 'before');
  const total = await restoreObserved(() => {});
  expect(total).toBeGreaterThan(5);
  new BetterSqlite(join(dataDir, 'backoffice.db')).exec("INSERT INTO thing (name) VALUES ('saved later')").close();
  for (let failing = 1; failing <= total; failing += 1) {
    writeFileSync(session, `before ${failing}`);
    const restore = restoreObserved((count) => {
      if (isFailing(count, failing)) throw new Error('The disk failed');
    });
    await expect(restore, `rename ${failing}`).rejects.toThrow('The disk failed');
    lockFolder(dataDir).release();
    expect(rowsIn(join(dataDir, 'backoffice.db')), `rename ${failing}`).toContain('saved later');
    expect(readFileSync(session, 'utf8')).toBe(`before ${failing}`);
    expect(existsSync(join(dataDir, 'uploads', name))).toBe(true);
    expect(readdirSync(root).filter((each) => /^server\.re/.test(each))).toEqual([]);
  }
});
