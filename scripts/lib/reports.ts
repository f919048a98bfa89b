import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import type { SuiteResult } from './suite.ts';

/** The name of a failed test with the first lines of its error, to be understood without the full report. */
const withError = (name: string, message: string | undefined): string => {
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [name, ...lines.slice(0, 8).map((line) => `           ${line}`)].join('\n');
};

export const parseVitestReport = ({ name, json }: { name: string; json: string }): SuiteResult => {
  const { testResults: files }: JsonTestResults = JSON.parse(json);
  const tests = files.flatMap((file) => file.assertionResults);
  // A file that fails to load reports no failed tests.
  const broken = files.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    name,
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: [
      ...tests
        .filter((test) => test.status === 'failed')
        .map((test) => withError(test.fullName, test.failureMessages?.[0])),
      ...broken.map((file) => file.name),
    ],
    skipped: tests.filter((test) => !['passed', 'failed'].includes(test.status)).map((test) => test.fullName),
  };
};

type ProjectTest = { name: string; project: string; status: string; error: string | undefined };

const testsOf = (suite: JSONReportSuite, path: string): ProjectTest[] => {
  const here = `${path}${suite.title} › `;
  return [
    ...suite.specs.flatMap((spec) =>
      spec.tests.map(({ projectName, status, results }) => ({
        name: `${here}${spec.title}`,
        project: projectName,
        status,
        error: results.find(({ error }) => error)?.error?.message,
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, here)),
  ];
};

type PlaywrightOutput = { name: string; projects: readonly string[]; json: string };

/** Reads a report of Playwright's JSON reporter: one suite per project. */
export const parsePlaywrightReport = ({ name, projects, json }: PlaywrightOutput): SuiteResult[] => {
  const report: JSONReport = JSON.parse(json);
  const tests = report.suites.flatMap((suite) => testsOf(suite, ''));
  const suites = projects.map((project) => {
    const own = tests.filter((test) => test.project === project);
    const named = (...statuses: string[]) =>
      own.filter((test) => statuses.includes(test.status)).map(({ name, error }) => withError(name, error));
    return {
      name: `${name} ${project}`,
      passed: named('expected').length,
      failed: named('unexpected', 'flaky'),
      skipped: named('skipped'),
    };
  });
  const errors = report.errors.map((error) => error.message ?? 'an error without a message');
  return errors.length > 0 ? [...suites, { name, passed: 0, failed: errors, skipped: [] }] : suites;
};
