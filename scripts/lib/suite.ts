/** The result of a test suite. `failed` and `skipped` contain test names. */
export type SuiteResult = {
  name: string;
  passed: number;
  failed: string[];
  skipped: string[];
};

export const failure = (name: string, reason: string): SuiteResult => ({
  name,
  passed: 0,
  failed: [reason],
  skipped: [],
});

/** A suite that can't run on this machine: skipped, or failed if required. */
export const unavailable = (
  name: string,
  { problem, isRequired }: { problem: string; isRequired: boolean },
): SuiteResult => {
  const reason = `none of its tests ran: ${problem}`;
  return isRequired ? failure(name, reason) : { name, passed: 0, failed: [], skipped: [reason] };
};

export const isEmpty = ({ passed, failed }: SuiteResult): boolean => passed + failed.length === 0;

/** Fails a suite without any tests, because it proves nothing. */
export const settled = (suite: SuiteResult): SuiteResult =>
  isEmpty(suite) ? { ...suite, failed: ['none of its tests ran'] } : suite;

/** The summary of all suites; its last line is `N passed, N failed`. */
export const summarise = (suites: readonly SuiteResult[]): string => {
  const width = Math.max(0, ...suites.map((suite) => suite.name.length));
  const lines = suites.flatMap(({ name, passed, failed, skipped }) => [
    `${name.padEnd(width)}  ${passed} passed, ${failed.length} failed, ${skipped.length} skipped`,
    ...failed.map((test) => `  FAILED   ${test}`),
    ...skipped.map((test) => `  SKIPPED  ${test}`),
  ]);
  const passed = suites.reduce((sum, suite) => sum + suite.passed, 0);
  const failed = suites.reduce((sum, suite) => sum + suite.failed.length, 0);
  return [...lines, `${passed} passed, ${failed} failed`].join('\n');
};

/** An empty run isn't green, because it proves nothing. */
export const isGreen = (suites: readonly SuiteResult[]): boolean =>
  suites.every((suite) => suite.failed.length === 0) && suites.some((suite) => suite.passed > 0);
