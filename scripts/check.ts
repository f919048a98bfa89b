import { availableParallelism } from 'node:os';
import { binScript, inRoot } from './lib/paths.ts';
import { runScript } from './lib/run.ts';
import type { SuiteResult } from './lib/suite.ts';

type Step = { name: string; script: string; args: readonly string[] };

const types = (project: string): Step => ({
  name: `types of ${project}`,
  script: binScript('@typescript/native', 'tsc'),
  args: ['--noEmit', '--project', project === 'scripts and tests' ? '.' : project],
});

/** Slowest first, so that none runs alone at the end. */
const steps: readonly Step[] = [
  types('src/renderer'),
  types('src/server'),
  types('scripts and tests'),
  { name: 'patterns', script: inRoot('scripts/run.mjs'), args: ['patterns'] },
  types('src/main'),
  types('src/spreadsheet'),
  types('src/preload'),
  types('src/shared'),
  types('packages/site-client'),
  {
    name: 'import rules',
    script: binScript('dependency-cruiser', 'depcruise'),
    args: ['--config', '.dependency-cruiser.cjs', 'src', 'packages', 'scripts', 'tests'],
  },
  { name: 'dead code and unused dependencies', script: binScript('knip', 'knip'), args: [] },
  { name: 'wording', script: inRoot('scripts/run.mjs'), args: ['wording'] },
  {
    name: 'lint and format',
    script: binScript('@biomejs/biome', 'biome'),
    args: ['check', '--error-on-warnings', '.'],
  },
];

const runStep = async ({ name, script, args }: Step) => {
  const started = performance.now();
  const { code, output } = await runScript({ script, args });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(output.trim());
  return { name, isOk: code === 0 };
};

/** Types, lint, format, import rules, dead code, wording, slow patterns: each step counts as one test. */
export const runCheck = async (): Promise<SuiteResult> => {
  const waiting = [...steps];
  const done: { name: string; isOk: boolean }[] = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) done.push(await runStep(step));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return {
    name: 'check',
    passed: done.filter((step) => step.isOk).length,
    failed: done.filter((step) => !step.isOk).map((step) => step.name),
    skipped: [],
  };
};

export const main = async (): Promise<void> => {
  const { failed } = await runCheck();
  if (failed.length > 0) process.exitCode = 1;
};
