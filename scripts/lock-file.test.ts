import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inRoot } from './lib/paths.ts';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const { packages } = lockSchema.parse(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')));

test('packages with prebuilt binaries are not compiled', () => {
  expect(packages['node_modules/better-sqlite3']).toMatchObject({ gypfile: false });
  // If this fails: node scripts/fix-lockfile.mjs
});

test('it contains the binaries of every platform', () => {
  const wanted = Object.values(packages).flatMap(({ optionalDependencies }) =>
    Object.keys(optionalDependencies ?? {}).filter((name) => /darwin|linux|win32/.test(name)),
  );
  const known = Object.keys(packages);
  expect(wanted.filter((name) => !known.some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([]);
});

test('it matches package.json', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  expect(packages['']).toMatchObject({ dependencies, devDependencies });
});

test('it contains the hash of every package, except tools for systems that the registry lacked', () => {
  const withoutHash = Object.entries(packages).filter(([path, { integrity }]) => path && !integrity);
  expect(withoutHash.filter(([, { dev, optional }]) => !dev || !optional)).toEqual([]);
});
