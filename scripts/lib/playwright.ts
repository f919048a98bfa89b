import { readFileSync } from 'node:fs';
import { binScript, inRoot } from './paths.ts';
import { parsePlaywrightReport } from './reports.ts';
import { type Finished, runScript } from './run.ts';
import { failure, type SuiteResult, settled } from './suite.ts';

/** Adds a failure if the run itself failed although none of its tests did. */
export const withExitCode = (suites: SuiteResult[], name: string, { code }: Finished): SuiteResult[] =>
  code === 0 || suites.some((suite) => suite.failed.length > 0)
    ? suites
    : [...suites, failure(name, `the run itself ended with exit code ${code}`)];

export const runConfig = (config: string, args: readonly string[]): Promise<Finished> =>
  runScript({
    script: binScript('@playwright/test', 'playwright'),
    args: ['test', '--config', config, ...args],
    output: 'inherit',
  });

/** Runs projects of `tests/{name}/playwright.config.ts`, which writes its report to `test-results/{name}.json`. */
export const runPlaywright = async (name: string, projects: readonly string[]): Promise<SuiteResult[]> => {
  const selected = projects.flatMap((project) => ['--project', project]);
  const finished = await runConfig(`tests/${name}/playwright.config.ts`, selected);
  const json = readFileSync(inRoot('test-results', `${name}.json`), 'utf8');
  return withExitCode(parsePlaywrightReport({ name, projects, json }).map(settled), name, finished);
};
