import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBuild } from './build.ts';
import { runCheck } from './check.ts';
import { ensureTestTools, type Host, hosts } from './ensure-test-tools.ts';
import { shortPairFiles } from './lib/pair-tests.ts';
import { binScript, inRoot } from './lib/paths.ts';
import { runPlaywright, withExitCode } from './lib/playwright.ts';
import { parseVitestReport } from './lib/reports.ts';
import { runScript } from './lib/run.ts';
import { failure, isEmpty, isGreen, type SuiteResult, summarise, unavailable } from './lib/suite.ts';

const results = inRoot('test-results');

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

type VitestOptions = {
  /** Files to run; all by default. */
  files?: readonly string[];
  /** Only names the tests, as skipped. */
  isSkipped?: boolean;
};

/** Runs the projects of `vitest.config.ts` whose names start like this. */
const runVitest = async (
  name: string,
  { files = [], isSkipped = false }: VitestOptions = {},
): Promise<SuiteResult[]> => {
  const report = `${results}/${name}.json`;
  const finished = await runScript({
    script: binScript('vitest', 'vitest'),
    args: [
      'run',
      '--project',
      `${name}*`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(isSkipped ? ['--testNamePattern=(?!)'] : []),
      ...files,
    ],
    output: 'inherit',
  });
  const suite = existsSync(report) && parseVitestReport({ name, json: readFileSync(report, 'utf8') });
  return suite && (isSkipped || !isEmpty(suite))
    ? withExitCode([suite], name, finished)
    : [failure(name, 'none of its tests ran; what is printed above says why')];
};

const runBuild = async (): Promise<SuiteResult[]> =>
  (await ensureBuild())
    ? [{ name: 'build', passed: 1, failed: [], skipped: [] }]
    : [failure('build', 'electron-vite build')];

const runEndToEnd = async (asked: readonly Host[], { isRequired }: { isRequired: boolean }): Promise<SuiteResult[]> => {
  const tools = await ensureTestTools(asked);
  const missing = tools.flatMap(({ host, problem }) =>
    problem ? [unavailable(`e2e ${host}`, { problem, isRequired })] : [],
  );
  const ready = tools.flatMap(({ host, problem }) => (problem ? [] : [host]));
  if (ready.length === 0) return missing;
  if (!(await ensureBuild())) return [failure('e2e', 'electron-vite build'), ...missing];
  return [...(await runPlaywright('e2e', ready)), ...missing];
};

/** Two servers on one database and one bucket. Without a bucket, the tests are skipped; CI has to provide one. */
const runPair = (files?: readonly string[]): Promise<SuiteResult[]> =>
  runVitest('pair', { ...(files && { files }), isSkipped: !process.env.S3_ENDPOINT && !process.env.CI });

type Stage = { name: string; run: () => Promise<SuiteResult[]> };

const stages: readonly Stage[] = [
  { name: 'check', run: async () => [await runCheck()] },
  { name: 'unit', run: () => runVitest('unit') },
  { name: 'contract', run: () => runVitest('contract') },
  { name: 'pair', run: () => runPair(shortPairFiles) },
  { name: 'build', run: runBuild },
  // A developer's machine may lack a host, but CI must test both.
  { name: 'e2e', run: () => runEndToEnd(hosts, { isRequired: Boolean(process.env.CI) }) },
];

/** Run only by name: all tests of the pair, and those of one host, which fail if that host can't be tested. */
const extraStages: readonly Stage[] = [
  { name: 'pair-all', run: () => runPair() },
  ...hosts.map((host) => ({
    name: `e2e-${host}`,
    run: () => runEndToEnd([host], { isRequired: true }),
  })),
];

const choose = (names: readonly string[]): readonly Stage[] => {
  if (names.length === 0) return stages;
  const known = [...stages, ...extraStages];
  const unknown = names.filter((name) => !known.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    throw new Error(`No such stage: ${unknown.join(', ')}. There are ${known.map(({ name }) => name).join(', ')}`);
  }
  return known.filter(({ name }) => names.includes(name));
};

/** Runs all stages. Arguments select stages: `npm test -- unit contract`. */
export const main = async (names: readonly string[] = []): Promise<void> => {
  const chosen = choose(names);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
  const suites: SuiteResult[] = [];
  for (const { name, run } of chosen) {
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
