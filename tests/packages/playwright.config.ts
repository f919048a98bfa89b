import { defineConfig } from '@playwright/test';
import { locateChromium } from '../../scripts/lib/locate.ts';
import { inRoot } from '../../scripts/lib/paths.ts';

export default defineConfig({
  testDir: '.',
  outputDir: inRoot('test-results/packages'),
  globalSetup: ['../e2e/support/global-setup.ts', '../e2e/support/prepare.ts'],
  // The tests of a file share one installation and run in order.
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 10 * 60_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: inRoot('test-results/packages.json') }]],
  use: { actionTimeout: 30_000, launchOptions: { executablePath: locateChromium() ?? undefined } },
  projects: ['linux', 'windows', 'macos', 'updates'].map((name) => ({ name, testDir: name })),
});
