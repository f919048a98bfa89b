import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { log, logPaths, startLog } from './log.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backoffice-log-'));
  startLog({ folder, hasConsole: false });
});
afterEach(() => {
  log.transports.file.level = false;
  rmSync(folder, { recursive: true });
});

it('never exceeds two files of about 1 MB', () => {
  const line = 'x'.repeat(100_000);
  for (let index = 0; index < 35; index += 1) log.info(`line ${index} ${line}`);
  expect(readdirSync(folder).sort()).toEqual(['main.log', 'main.old.log']);
  for (const path of logPaths()) expect(statSync(path).size).toBeLessThan(1.2 * 1024 * 1024);
  const [before = '', now = ''] = logPaths().map((path) => readFileSync(path, 'utf8'));
  expect(now).toContain('line 34 ');
  expect(before).not.toContain('line 0 ');
});

it('writes times in UTC', () => {
  log.info('started');
  expect(readFileSync(logPaths()[1] ?? '', 'utf8')).toMatch(
    /^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\] \[info\] {2}started$/m,
  );
});
