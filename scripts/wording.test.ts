import { expect, test } from 'vitest';
import { findWordingErrors } from './wording.ts';

test('finds a banned word inside a name', () => {
  expect(findWordingErrors('const x = 1;\nconst isAskedAnew = true;')).toEqual([
    '2: isAskedAnew (use: again, or the verb with re-)',
  ]);
});

test('finds a comment that starts with a clause', () => {
  expect(findWordingErrors(`/** ${'What'} is written to. */`)).toEqual([
    '1: What is written to. */ (start with a noun or a verb)',
  ]);
});

test('accepts a banned word in a comment, a text and the text of a page', () => {
  const source = "// Reads further.\nconst text = 'Nobody';\nconst page = <p>No further results</p>;";
  expect(findWordingErrors(source)).toEqual([]);
});

test('accepts a line inside a comment that starts with “what”', () => {
  expect(findWordingErrors('/**\n * Returns the rows and\n * what they contain.\n */')).toEqual([]);
});
