import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openTestDatabase } from '../database/open-test-database.testing.ts';
import { releaseFiles, retainFiles } from './add-entries.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'backoffice-retention-'));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('retains and releases more files than fit into a statement', async () => {
  const { database, close } = await openTestDatabase(dataDir);
  const files = Array.from({ length: 33_000 }, (_, index) => `${index.toString(16).padStart(32, '0')}.png`);
  const entry = { _id: 'x', changeId: 'x', resource: 'product', recordId: 'x', title: 'Pen', userId: null };
  const empty = { userName: null, at: '2026-11-27T10:00:00.000Z', after: null, revertOf: null };
  await retainFiles(database, [{ ...entry, ...empty, action: 'delete', before: JSON.stringify(files) }]);
  const count = async () => (await database.selectFrom('fileUse').select('file').execute()).length;
  expect(await count()).toBe(files.length);
  await releaseFiles(
    database,
    Array.from({ length: 70_000 }, (_, index) => (index === 0 ? 'x' : String(index))),
  );
  expect(await count()).toBe(0);
  await close();
});
