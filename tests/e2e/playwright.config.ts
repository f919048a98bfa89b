import { defineConfig } from '@playwright/test';
import { locateChromium } from '../../scripts/lib/locate.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import type { HostOption } from './support/test.ts';

export default defineConfig<HostOption>({
  testDir: '.',
  outputDir: inRoot('test-results/e2e'),
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: inRoot('test-results/e2e.json') }]],
  use: { actionTimeout: 15_000, launchOptions: { executablePath: locateChromium() ?? undefined } },
  projects: [
    { name: 'browser', use: { host: 'browser' }, testIgnore: 'desktop/**' },
    { name: 'desktop', use: { host: 'desktop' } },
  ],
});
