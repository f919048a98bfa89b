import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCommit } from './background-checkpoint.ts';
import { createDatabaseWorkers, type DatabaseWorkers } from './database-worker.ts';
import { readPragmaValue } from './pragma.ts';
import { configureWriter } from './sqlite-writer.ts';

let folder: string;
let path: string;
let connection: BetterSqlite.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backoffice-checkpoint-'));
  path = join(folder, 'test.db');
  connection = new BetterSqlite(path);
  configureWriter(connection);
  connection.exec('CREATE TABLE note (content blob)');
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true, force: true });
});

/** More pages than those after which SQLite checkpoints by itself. */
const writeRows = ({
  count,
  bytes = 8_000_000,
  workers,
}: {
  count: number;
  bytes?: number;
  workers: DatabaseWorkers;
}): void => {
  const commit = createCommit({ connection, path, workers });
  connection.exec('BEGIN IMMEDIATE');
  const insert = connection.prepare('INSERT INTO note VALUES (zeroblob(?))');
  for (let row = 0; row < count; row += 1) insert.run(bytes / count);
  commit();
};

const fileSize = () => statSync(path).size;

const hangingWorkers: DatabaseWorkers = { run: () => new Promise(() => {}), drain: async () => [] };

it('checkpoints within the commit of a small transaction', () => {
  writeRows({ count: 10, workers: hangingWorkers });
  expect(fileSize()).toBeGreaterThan(8_000_000);
});

it('leaves the checkpoint of a large transaction to a worker', () => {
  writeRows({ count: 2000, workers: hangingWorkers });
  expect(fileSize()).toBeLessThan(100_000);
});

it('checkpoints a large transaction in a worker, and then within small commits again', async () => {
  const workers = createDatabaseWorkers();
  writeRows({ count: 2000, workers });
  await workers.drain();
  expect(fileSize()).toBeGreaterThan(8_000_000);
  await vi.waitFor(() => expect(readPragmaValue(connection, 'wal_autocheckpoint')).toBe(1000));
});

it('shortens the write-ahead log after a large transaction', () => {
  writeRows({ count: 10, bytes: 32_000_000, workers: hangingWorkers });
  writeRows({ count: 10, workers: hangingWorkers });
  expect(statSync(`${path}-wal`).size).toBeLessThan(20_000_000);
});
