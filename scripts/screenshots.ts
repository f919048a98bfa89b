import { ensureBuild } from './build.ts';
import { ensureTestTools } from './ensure-test-tools.ts';
import { binScript } from './lib/paths.ts';
import { runScript } from './lib/run.ts';

/** Captures every screen in light and dark for `docs/screens`. Arguments select screens by name. */
export const main = async (names: readonly string[]): Promise<void> => {
  const [desktop] = await ensureTestTools(['desktop']);
  if (desktop?.problem) throw new Error(`Can't show the desktop app here: ${desktop.problem}`);
  if (!(await ensureBuild())) {
    process.exitCode = 1;
    return;
  }
  const { code } = await runScript({
    script: binScript('@playwright/test', 'playwright'),
    args: [
      'test',
      '--config',
      'tests/screenshots/playwright.config.ts',
      ...names.flatMap((name) => ['-g', name]),
    ],
    output: 'inherit',
  });
  if (code !== 0) process.exitCode = 1;
};
