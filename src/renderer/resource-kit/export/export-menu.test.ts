// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { getExportFileName } from './export-menu.tsx';

it.each([
  ['FAQs', 'FAQs'],
  ['Values of A/B: "wide"?', 'Values of A B wide'],
  ['..\\..\\x', '.. .. x'],
])('names the file of %s validly for every system', (title, name) => {
  expect(getExportFileName(title, 'xlsx').replace(/\d{4}-\d\d-\d\d/, 'DAY')).toBe(`${name} DAY.xlsx`);
});
