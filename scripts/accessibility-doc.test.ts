import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from './lib/paths.ts';

const rows = readFileSync(inRoot('docs/accessibility.md'), 'utf8').split('\n');

const listNames = (line: string): string[] => [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const exists = (name: string): boolean =>
  [name, `tests/${name}`, `tests/e2e/${name}`, `tests/e2e/${name}.spec.ts`].some(
    (path) => /\.tsx?$/.test(path) && existsSync(inRoot(path)),
  );

it('names only tests that exist', () => {
  const named = rows.flatMap(listNames).filter((name) => /\.(?:spec|test)\.tsx?$/.test(name));
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

it('names a test for each criterion that passes', () => {
  const passed = rows.filter((line) => line.includes('| Pass |'));
  expect(passed.length).toBeGreaterThan(80);
  expect(passed.filter((line) => !listNames(line).some(exists))).toEqual([]);
});
