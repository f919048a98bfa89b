import { readdirSync } from 'node:fs';
import { requireBuild } from './build.ts';
import { inRoot } from './lib/paths.ts';
import { runScript } from './lib/run.ts';

/** Runs the benchmarks of tests/bench in sequence. Arguments select them by file name. */
export const main = async (names: readonly string[]): Promise<void> => {
  await requireBuild();
  const files = readdirSync(inRoot('tests/bench')).filter((file) => file.endsWith('.bench.ts'));
  for (const file of files.filter((each) => names.length === 0 || names.some((name) => each.includes(name)))) {
    const { code } = await runScript({ script: inRoot('tests/bench', file), output: 'inherit' });
    if (code !== 0) process.exitCode = 1;
  }
};
