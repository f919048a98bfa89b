import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { consumeCleanShutdownMarker, writeCleanShutdownMarker } from './disk-reserve.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backoffice-closed-'));
  path = join(folder, 'a.db');
  writeFileSync(path, 'records');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('trusts an untouched file once', () => {
  expect(consumeCleanShutdownMarker(path)).toBe(false);
  writeCleanShutdownMarker(path);
  expect(consumeCleanShutdownMarker(path)).toBe(true);
  expect(consumeCleanShutdownMarker(path)).toBe(false);
});

it.each([
  ['was written to at once, in the same length', () => writeFileSync(path, 'Records')],
  ['has writes beside it', () => writeFileSync(`${path}-wal`, 'more')],
  ['was closed before, and not after its last use', () => writeFileSync(`${path}.closed`, '{}')],
])('does not trust a file that %s', (_what, touch) => {
  writeCleanShutdownMarker(path);
  touch();
  expect(consumeCleanShutdownMarker(path)).toBe(false);
});
