import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { pairFilesWithClock, pairFilesWithoutClock } from './scripts/lib/pair-tests.ts';
import { s3Credentials } from './tests/support/s3.ts';

// Generous, for a machine under load: passing tests never wait this long.
const patience = { poll: { timeout: 20_000 } };

const resolveShared = { alias: { '#shared': resolve(import.meta.dirname, 'src/shared') } };

const unitTests = ['src/**/*.test.{ts,tsx}', 'packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'];

const unitTestsWith = (pattern: RegExp) =>
  globSync(unitTests, { cwd: import.meta.dirname }).filter((file) =>
    pattern.test(readFileSync(resolve(import.meta.dirname, file), 'utf8')),
  );

/** Test files that need their own worker, because modules that were loaded before would ignore a mock. */
const isolated = unitTestsWith(/vi\.(mock|doMock|resetModules)\(/);

/** Test files that need other workers, because modules that were loaded before would ignore the DOM. */
const withDom = unitTestsWith(/@vitest-environment/).filter((file) => !isolated.includes(file));

const unit = { maxWorkers: '100%', restoreMocks: true, testTimeout: 60_000, expect: patience };

const contract = {
  isolate: false,
  maxWorkers: '100%',
  globalSetup: ['tests/contract/global-setup.ts'],
  testTimeout: 60_000,
  expect: patience,
  hookTimeout: 120_000,
};

/** Each server of these contract tests is two servers behind a proxy. */
const pair = { env: { ...s3Credentials, BACKOFFICE_TEST_PAIR: '1' } };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: resolveShared,
        test: {
          ...unit,
          name: 'unit',
          include: unitTests,
          exclude: [...isolated, ...withDom],
          isolate: false,
        },
      },
      {
        plugins: [react()],
        resolve: resolveShared,
        test: {
          ...unit,
          name: 'unit-dom',
          include: withDom,
          isolate: false,
        },
      },
      {
        plugins: [react()],
        resolve: resolveShared,
        test: {
          ...unit,
          name: 'unit-isolated',
          include: isolated,
        },
      },
      {
        resolve: resolveShared,
        test: {
          ...contract,
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
        },
      },
      {
        resolve: resolveShared,
        test: {
          ...contract,
          ...pair,
          name: 'pair',
          include: pairFilesWithoutClock,
        },
      },
      {
        resolve: resolveShared,
        test: {
          ...contract,
          ...pair,
          name: 'pair-clock',
          include: pairFilesWithClock,
          isolate: true,
        },
      },
    ],
  },
});
