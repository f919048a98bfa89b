import { expect, it } from 'vitest';
import { compareTexts } from './text-diff.tsx';

// Formats the parts as text: removed in brackets, added in braces, a star for whole sentences.
const marked = (before: string, after: string): string =>
  compareTexts(before, after)
    .map(({ value, added, removed, isRewrite }) => {
      const star = isRewrite ? '*' : '';
      if (removed) return `[${star}${value}]`;
      return added ? `{${star}${value}}` : value;
    })
    .join('');

it('marks the words of a sentence that was edited', () => {
  expect(marked('A soft cover that lies flat.', 'A laminated cover that lies flat.')).toBe(
    'A [soft]{laminated} cover that lies flat.',
  );
});

it('shows a rewritten sentence as replaced in full', () => {
  expect(marked('Yes, for all of our pens', 'Please ask the shop near you')).toBe(
    '[*Yes, for all of our pens]{*Please ask the shop near you}',
  );
});

it('replaces only rewritten sentences', () => {
  expect(
    marked(
      'Made in Delhi. The paper takes every ink. It lies flat.',
      'Made in Delhi. Nothing bleeds through these sheets. It lies flat.',
    ),
  ).toBe('Made in Delhi. [*The paper takes every ink.]{*Nothing bleeds through these sheets.} It lies flat.');
});

it('compares sentences that follow each other one by one', () => {
  expect(
    marked(
      'It has 60 gsm paper. The soft cover lies flat.',
      'It has 70 gsm paper. Nothing bleeds through these sheets.',
    ),
  ).toBe('It has [60]{70} gsm paper. [*The soft cover lies flat.]{*Nothing bleeds through these sheets.}');
});

it('marks a sentence that was added', () => {
  expect(marked('It lies flat.', 'It lies flat. It has 172 pages.')).toBe('It lies flat.{ It has 172 pages.}');
});

it('marks a text that was cleared as removed', () => {
  expect(marked('It lies flat.', '')).toBe('[It lies flat.]');
});
