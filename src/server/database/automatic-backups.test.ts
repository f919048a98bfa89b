import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDailyBackup } from './automatic-backups.ts';
import { openTestDatabase } from './open-test-database.testing.ts';

it('is due although the clock was ahead at the last one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'backoffice-daily-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  await (await openTestDatabase(dataDir)).close();
  expect(await createDailyBackup(dataDir, new Date('2026-03-09T12:00:00Z'))).toBe(true);
  expect(await createDailyBackup(dataDir, new Date('2026-03-02T12:00:00Z'))).toBe(true);
  expect(await createDailyBackup(dataDir, new Date('2026-03-02T13:00:00Z'))).toBe(false);
});
