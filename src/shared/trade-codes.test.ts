import { expect, it } from 'vitest';
import { findGtinProblem, findHsnProblem } from './trade-codes.ts';

it.each(['', '96385074', '036000291452', '4006381333931', '8901234567890', '10614141000415', '00012345678905'])(
  'accepts the GTIN “%s”',
  (text) => {
    expect(findGtinProblem(text)).toBeUndefined();
  },
);

it.each([
  ['4006381333932', 'would be 1 after 400638133393'],
  ['40063813339X1', 'digits only'],
  ['4006381', '8, 12, 13 or 14 digits'],
  ['36000291452', 'enter 036000291452'],
])('says what is wrong with the GTIN “%s”', (text, problem) => {
  expect(findGtinProblem(text)).toContain(problem);
});

it.each(['', '48', '4820', '482010', '48201010'])('accepts the HSN code “%s”', (text) => {
  expect(findHsnProblem(text)).toBeUndefined();
});

it.each(['482', '4820.10', 'paper'])('rejects the HSN code “%s”', (text) => {
  expect(findHsnProblem(text)).toBe('An HSN code has 2, 4, 6 or 8 digits');
});
