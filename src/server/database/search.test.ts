import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openTestDatabase } from './open-test-database.testing.ts';

it('creates the search indexes only once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'backoffice-words-'));
  const openAndRead = async () => {
    const databaseHandle = await openTestDatabase(dataDir);
    await databaseHandle.close();
    const file = new BetterSqlite(join(dataDir, 'backoffice.db'), { readonly: true });
    const [row] = file.prepare('pragma schema_version').all();
    file.close();
    return row;
  };
  expect(await openAndRead()).toEqual(await openAndRead());
  rmSync(dataDir, { recursive: true, force: true });
});
