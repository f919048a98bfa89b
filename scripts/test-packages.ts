import { mkdirSync, rmSync } from 'node:fs';
import { requireBuild } from './build.ts';
import { inRoot } from './lib/paths.ts';
import { runPlaywright } from './lib/playwright.ts';
import { isGreen, summarise } from './lib/suite.ts';

const suites = ['linux', 'windows', 'macos', 'updates'];

/** Runs the package tests. Arguments select suites: `npm run test:packages -- linux`. */
export const main = async (names: readonly string[] = []): Promise<void> => {
  const unknown = names.filter((name) => !suites.includes(name));
  if (unknown.length > 0) {
    throw new Error(`No such suite: ${unknown.join(', ')}. There are ${suites.join(', ')}`);
  }
  await requireBuild();
  const report = inRoot('test-results/packages.json');
  mkdirSync(inRoot('test-results'), { recursive: true });
  rmSync(report, { force: true });
  const results = await runPlaywright('packages', names.length > 0 ? names : suites);
  console.log(`\n${summarise(results)}`);
  if (!isGreen(results)) process.exitCode = 1;
};
