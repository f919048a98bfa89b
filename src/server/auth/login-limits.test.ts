import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { openTestDatabase } from '../database/open-test-database.testing.ts';
import { createLoginLimits, FailedAttemptError } from './login-limits.ts';

let dataDir: string;
let databaseHandle: DatabaseHandle;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'backoffice-login-'));
  databaseHandle = await openTestDatabase(dataDir);
});
afterEach(async () => {
  await databaseHandle.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Logs in with a password that is right or wrong. */
const createLogin = () => {
  const limits = createLoginLimits(databaseHandle.database);
  const attempt = { identifier: 'ada@example.com', userId: null, address: '203.0.113.1' };
  return (isRight: boolean) =>
    limits
      .limitLogin(attempt, async () => {
        if (!isRight) throw new FailedAttemptError('unauthenticated', 'wrong');
        return 'right';
      })
      .catch((error: Error) => error.message);
};

it('limits the failures of an account at an address', async () => {
  const logIn = createLogin();
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await logIn(false)).toBe('wrong');
  expect(await logIn(false)).toContain('Too many');
});

it('counts no successful login', async () => {
  const logIn = createLogin();
  for (let attempt = 0; attempt < 7; attempt += 1) expect(await logIn(true)).toBe('right');
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await logIn(false)).toBe('wrong');
  expect(await logIn(false)).toContain('Too many');
});
