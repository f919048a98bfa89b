import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBuild } from './build.ts';
import { runCheck } from './check.ts';
import { ensureTestTools } from './ensure-test-tools.ts';
import { binScript, inRoot } from './lib/paths.ts';
import { readPlaywrightReport, readVitestReport } from './lib/reports.ts';
import { type Finished, runScript } from './lib/run.ts';
import { isGreen, type SuiteResult, summarise } from './lib/suite.ts';

const results = inRoot('test-results');

const failure = (name: string, reason: string): SuiteResult => ({
  name,
  passed: 0,
  failed: [reason],
  skipped: [],
});

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A run that ended badly although no test of it failed has failed as a whole. */
const withExitCode = (suites: SuiteResult[], name: string, { code }: Finished): SuiteResult[] =>
  code === 0 || suites.some((suite) => suite.failed.length > 0)
    ? suites
    : [...suites, failure(name, `the run itself ended with exit code ${code}`)];

const runVitest = async (name: string): Promise<SuiteResult[]> => {
  const report = `${results}/${name}.json`;
  const finished = await runScript({
    script: binScript('vitest', 'vitest'),
    args: ['run', '--project', name, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    output: 'inherit',
  });
  return withExitCode([readVitestReport({ name, json: readFileSync(report, 'utf8') })], name, finished);
};

const runBuild = async (): Promise<SuiteResult[]> =>
  (await ensureBuild())
    ? [{ name: 'build', passed: 1, failed: [], skipped: [] }]
    : [failure('build', 'electron-vite build')];

const runEndToEnd = async (): Promise<SuiteResult[]> => {
  const problems = Object.entries(await ensureTestTools());
  const hosts = problems.flatMap(([host, problem]) => (problem ? [] : [host]));
  const skipped = problems.flatMap(([host, problem]) =>
    problem ? [{ name: `e2e ${host}`, passed: 0, failed: [], skipped: [`the whole host: ${problem}`] }] : [],
  );
  if (hosts.length === 0) return [...skipped, failure('e2e', 'neither host can be tested on this machine')];
  const finished = await runScript({
    script: binScript('@playwright/test', 'playwright'),
    args: [
      'test',
      '--config',
      'tests/e2e/playwright.config.ts',
      ...hosts.flatMap((host) => ['--project', host]),
    ],
    output: 'inherit',
  });
  const suites = readPlaywrightReport({ hosts, json: readFileSync(`${results}/e2e.json`, 'utf8') });
  return withExitCode([...suites, ...skipped], 'e2e', finished);
};

const stages: readonly { name: string; run: () => Promise<SuiteResult[]> }[] = [
  { name: 'check', run: async () => [await runCheck()] },
  { name: 'unit', run: () => runVitest('unit') },
  { name: 'contract', run: () => runVitest('contract') },
  { name: 'build', run: runBuild },
  { name: 'e2e', run: runEndToEnd },
];

/** Runs every stage, or those that are named: `npm test -- unit contract`. */
export const main = async (names: readonly string[] = []): Promise<void> => {
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `No such stage: ${unknown.join(', ')}. There are ${stages.map(({ name }) => name).join(', ')}`,
    );
  }
  // What an earlier run left must not be taken for this one's.
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const suites: SuiteResult[] = [];
  for (const { name, run } of stages) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n== ${name}`);
    try {
      suites.push(...(await run()));
    } catch (error) {
      suites.push(failure(name, messageOf(error)));
    }
  }
  console.log(`\n${summarise(suites)}`);
  if (!isGreen(suites)) process.exitCode = 1;
};
