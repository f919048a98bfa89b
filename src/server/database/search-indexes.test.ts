import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openDatabase } from './open.ts';

it('makes the tables of words once: a database that has them is opened as it is', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'backoffice-words-'));
  const ignore = () => {};
  const openAndRead = async () => {
    const databaseHandle = await openDatabase({
      dataDir,
      databaseUrl: undefined,
      onConnectionError: ignore,
      onNotice: ignore,
    });
    await databaseHandle.close();
    const file = new BetterSqlite(join(dataDir, 'backoffice.db'), { readonly: true });
    const [row] = file.prepare('pragma schema_version').all();
    file.close();
    return row;
  };
  expect(await openAndRead()).toEqual(await openAndRead());
  rmSync(dataDir, { recursive: true, force: true });
});
