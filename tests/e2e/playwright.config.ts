import { defineConfig } from '@playwright/test';
import { locateChromium } from '../../scripts/lib/locate.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import type { HostOption } from './support/test.ts';

export default defineConfig<HostOption>({
  testDir: '.',
  outputDir: inRoot('test-results/e2e'),
  globalSetup: ['./support/global-setup.ts', './support/prepare.ts'],
  fullyParallel: true,
  // Even on two cores: tests mostly wait for pages to render and processes to start.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // Generous, for a machine under load: passing tests never wait this long.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: inRoot('test-results/e2e.json') }]],
  use: {
    actionTimeout: 30_000,
    launchOptions: {
      executablePath: locateChromium() ?? undefined,
      // No page is open for long enough to make up for the time that optimizing its scripts takes.
      args: ['--js-flags=--no-opt --no-maglev'],
    },
  },
  projects: [
    { name: 'browser', use: { host: 'browser' }, testIgnore: 'desktop/**' },
    // Tests tagged @once check only pages, which are the same on both hosts.
    { name: 'desktop', use: { host: 'desktop' }, grepInvert: /@once/ },
  ],
});
