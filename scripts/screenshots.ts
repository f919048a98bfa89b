import { requireBuild } from './build.ts';
import { ensureTestTools } from './ensure-test-tools.ts';
import { runConfig } from './lib/playwright.ts';

/** Takes the pictures in `docs/screens` (`light`, `dark`) and `docs/tour` (`tour`). Arguments select tests by name. */
export const main = async (names: readonly string[]): Promise<void> => {
  const [desktop] = await ensureTestTools(['desktop']);
  if (desktop?.problem) throw new Error(`Can't show the desktop app here: ${desktop.problem}`);
  await requireBuild();
  const selected = names.flatMap((name) => ['-g', name]);
  const { code } = await runConfig('tests/screenshots/playwright.config.ts', selected);
  if (code !== 0) process.exitCode = 1;
};
