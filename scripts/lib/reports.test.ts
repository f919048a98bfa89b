import { expect, test } from 'vitest';
import { parsePlaywrightReport, parseVitestReport } from './reports.ts';

const assertion = (fullName: string, status: string, ...failureMessages: string[]) => ({
  fullName,
  status,
  failureMessages,
});

test('Vitest: passed tests are counted and failed ones named', () => {
  const json = JSON.stringify({
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          assertion('adds', 'passed'),
          assertion('divides', 'failed', 'expected 2 to be 3\n\n    at math.ts:1'),
          assertion('on Windows', 'skipped'),
          assertion('later', 'todo'),
        ],
      },
    ],
  });
  expect(parseVitestReport({ name: 'unit', json })).toEqual({
    name: 'unit',
    passed: 1,
    failed: ['divides\n           expected 2 to be 3\n               at math.ts:1'],
    skipped: ['on Windows', 'later'],
  });
});

test('Vitest: a file that could not be loaded has failed', () => {
  const json = JSON.stringify({
    testResults: [{ name: 'broken.test.ts', status: 'failed', message: 'no', assertionResults: [] }],
  });
  expect(parseVitestReport({ name: 'unit', json })).toMatchObject({ passed: 0, failed: ['broken.test.ts'] });
});

const spec = (title: string, tests: { projectName: string; status: string; results?: unknown }[]) => ({
  title,
  tests: tests.map((each) => ({ results: [], ...each })),
});

const playwrightJson = (errors: { message: string }[] = []) =>
  JSON.stringify({
    suites: [
      {
        title: 'login.spec.ts',
        specs: [
          spec('signs in', [
            { projectName: 'browser', status: 'expected' },
            {
              projectName: 'desktop',
              status: 'unexpected',
              results: [{ error: { message: '\u001b[31mno button\u001b[39m' } }],
            },
          ]),
        ],
        suites: [
          {
            title: 'with a keyring',
            specs: [
              spec('is kept', [{ projectName: 'desktop', status: 'skipped' }]),
              spec('now and then', [{ projectName: 'browser', status: 'flaky' }]),
            ],
          },
        ],
      },
    ],
    errors,
  });

test('Playwright: flaky tests count as failed', () => {
  expect(parsePlaywrightReport({ name: 'e2e', projects: ['browser', 'desktop'], json: playwrightJson() })).toEqual([
    {
      name: 'e2e browser',
      passed: 1,
      failed: ['login.spec.ts › with a keyring › now and then'],
      skipped: [],
    },
    {
      name: 'e2e desktop',
      passed: 0,
      failed: ['login.spec.ts › signs in\n           no button'],
      skipped: ['login.spec.ts › with a keyring › is kept'],
    },
  ]);
});

test('Playwright: an error outside of every test has failed', () => {
  const suites = parsePlaywrightReport({
    name: 'e2e',
    projects: ['browser'],
    json: playwrightJson([{ message: 'no display' }]),
  });
  expect(suites.at(-1)).toMatchObject({ name: 'e2e', failed: ['no display'] });
});
