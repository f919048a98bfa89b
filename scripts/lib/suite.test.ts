import { expect, test } from 'vitest';
import { isGreen, settled, summarise, unavailable } from './suite.ts';

const unit = { name: 'unit', passed: 3, failed: [], skipped: ['on Windows only'] };
const e2e = { name: 'e2e', passed: 2, failed: ['browser: signs in'], skipped: [] };

test('the last line sums all suites', () => {
  expect(summarise([unit, e2e]).split('\n').at(-1)).toBe('5 passed, 1 failed');
});

test('failed and skipped suites are named', () => {
  expect(summarise([unit, e2e])).toContain('FAILED   browser: signs in');
  expect(summarise([unit, e2e])).toContain('SKIPPED  on Windows only');
});

test('a run passes only if something passed and nothing failed', () => {
  expect(isGreen([unit])).toBe(true);
  expect(isGreen([unit, e2e])).toBe(false);
  expect(isGreen([{ name: 'unit', passed: 0, failed: [], skipped: [] }])).toBe(false);
});

test('a suite that can’t run is skipped, or failed if required', () => {
  const desktop = (isRequired: boolean) => unavailable('e2e desktop', { problem: 'no Electron', isRequired });
  expect(summarise([unit, desktop(false)])).toContain('SKIPPED  none of its tests ran: no Electron');
  expect(isGreen([unit, desktop(false)])).toBe(true);
  expect(summarise([unit, desktop(true)])).toContain('FAILED   none of its tests ran: no Electron');
  expect(isGreen([unit, desktop(true)])).toBe(false);
});

test('a suite whose run tested nothing counts as failed', () => {
  const desktop = { name: 'e2e desktop', passed: 0, failed: [], skipped: ['opens a window'] };
  const suites = [unit, desktop].map(settled);
  expect(summarise(suites)).toContain('FAILED   none of its tests ran');
  expect(summarise(suites).split('\n').at(-1)).toBe('3 passed, 1 failed');
  expect(isGreen(suites)).toBe(false);
});
