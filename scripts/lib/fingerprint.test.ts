import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/a.ts'), 'a');
});
afterEach(() => rmSync(folder, { recursive: true }));

const now = () => fingerprint([join(folder, 'src'), join(folder, 'missing.json')]);

test('changed content, a new file and a removed file change it', () => {
  const before = now();
  writeFileSync(join(folder, 'src/a.ts'), 'b');
  expect(now()).not.toBe(before);
  writeFileSync(join(folder, 'src/a.ts'), 'a');
  expect(now()).toBe(before);
  writeFileSync(join(folder, 'src/b.ts'), '');
  expect(now()).not.toBe(before);
  rmSync(join(folder, 'src/b.ts'));
  rmSync(join(folder, 'src/a.ts'));
  expect(now()).not.toBe(before);
});

test('a touched file and a changed test do not', () => {
  const before = now();
  utimesSync(join(folder, 'src/a.ts'), new Date(0), new Date(0));
  writeFileSync(join(folder, 'src/a.test.ts'), 'x');
  expect(now()).toBe(before);
});
