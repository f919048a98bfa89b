import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from './lib/paths.ts';

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));

test('a machine without a compiler can install: what brings its binaries is not compiled', () => {
  expect(packages['node_modules/better-sqlite3']).toMatchObject({ gypfile: false });
});

test('what the lock file was made from is what package.json says', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  expect(packages['']).toMatchObject({ dependencies, devDependencies });
});
