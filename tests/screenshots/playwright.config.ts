import { defineConfig } from '@playwright/test';
import { locateChromium } from '../../scripts/lib/locate.ts';
import { inRoot } from '../../scripts/lib/paths.ts';
import type { HostOption } from '../e2e/support/test.ts';

export default defineConfig<HostOption>({
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: inRoot('test-results/screenshots'),
  globalSetup: ['../e2e/support/global-setup.ts', '../e2e/support/prepare.ts'],
  fullyParallel: true,
  workers: 2,
  timeout: 600_000,
  reporter: 'list',
  use: {
    host: 'desktop',
    actionTimeout: 30_000,
    launchOptions: { executablePath: locateChromium() ?? undefined },
  },
});
