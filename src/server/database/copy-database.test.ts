import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDailyBackup } from './copy-database.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'backoffice-backups-'));
  new BetterSqlite(join(dataDir, 'backoffice.db'))
    .exec("CREATE TABLE thing (name text); INSERT INTO thing VALUES ('first')")
    .close();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const rowsIn = (path: string): unknown[] => {
  const copy = new BetterSqlite(path, { readonly: true });
  const rows = copy.prepare('SELECT name FROM thing').pluck().all();
  copy.close();
  return rows;
};

it('keeps seven daily copies', async () => {
  mkdirSync(join(dataDir, 'backups'));
  for (const end of ['', '-journal', '-wal']) {
    writeFileSync(join(dataDir, 'backups', `daily-2025-12-31T00-00-00.000Z.db.part${end}`), 'half of it');
  }
  const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, hours));
  expect(await createDailyBackup(dataDir, at(0))).toBe(true);
  expect(await createDailyBackup(dataDir, at(23))).toBe(false);
  for (let day = 1; day < 10; day += 1) expect(await createDailyBackup(dataDir, at(24 * day))).toBe(true);
  const copies = readdirSync(join(dataDir, 'backups')).sort();
  expect(copies).toHaveLength(7);
  expect(copies[0]).toContain('2026-01-04');
  expect(rowsIn(join(dataDir, 'backups', String(copies[0])))).toEqual(['first']);
});

it('makes daily copies after the clock was ahead, and keeps them', async () => {
  mkdirSync(join(dataDir, 'backups'));
  for (let day = 1; day <= 7; day += 1)
    writeFileSync(join(dataDir, 'backups', `daily-2099-01-0${day}T00-00-00.000Z.db`), 'of the future');
  const now = new Date('2026-01-01T12:00:00Z');
  expect(await createDailyBackup(dataDir, now)).toBe(true);
  expect(await createDailyBackup(dataDir, now)).toBe(false);
  const copies = readdirSync(join(dataDir, 'backups')).sort();
  expect(copies).toHaveLength(7);
  expect(copies[0]).toBe('daily-000001-2026-01-01T12-00-00.000Z.db');
});
