import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../database/open-test-database.testing.ts';
import { createLoginLimits, FailedAttemptError } from './login-limits.ts';

it('counts failures during a long transaction', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'backoffice-login-'));
  const databaseHandle = await openTestDatabase(dataDir);
  const limits = createLoginLimits(databaseHandle.database);
  const fail = () =>
    limits
      .limitLogin({ identifier: 'ada@example.com', userId: null, address: '203.0.113.1' }, async () => {
        throw new FailedAttemptError('unauthenticated', 'wrong');
      })
      .catch((error: Error) => error.message);
  await databaseHandle.longTransaction(async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await fail()).toBe('wrong');
    expect(await fail()).toContain('Too many');
  });
  expect(await fail()).toContain('Too many');
  await databaseHandle.close();
  rmSync(dataDir, { recursive: true, force: true });
});
