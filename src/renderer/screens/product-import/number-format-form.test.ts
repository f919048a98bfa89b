// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { noNumbers } from '#shared/import-numbers.ts';
import { getNumberQuestions } from './number-format-form.tsx';

const column = (title: string, samples: string[], numbers: Partial<typeof noNumbers>) => ({
  letter: 'A',
  title,
  samples,
  filled: samples.length,
  numbers: { ...noNumbers, ...numbers },
});
const none = { separators: {}, rounded: [] };

it('asks for an ambiguous decimal separator with examples', () => {
  const profiles = [column('MRP', ['1,250', '12'], { unclearComma: 1 })];
  expect(getNumberQuestions(profiles, { MRP: 'price' }, none)).toEqual([
    {
      title: 'MRP',
      separator: null,
      examples: { '.': '1,250 → 1250, 12 → 12', ',': '1,250 → 1.25, 12 → 12' },
      excessDecimals: null,
    },
  ]);
  const answered = { separators: { MRP: ',' as const }, rounded: [] };
  expect(getNumberQuestions(profiles, { MRP: 'price' }, answered)).toMatchObject([{ separator: ',' }]);
});

it('offers to round amounts with more than two decimals', () => {
  const profiles = [column('Price', ['2', '1.4875'], { point: 1, long: 1 })];
  expect(getNumberQuestions(profiles, { Price: 'variantPrice' }, none)).toMatchObject([
    { examples: null, excessDecimals: { count: 1, example: '1.4875 → 1.49' } },
  ]);
});

it('asks nothing about clear columns', () => {
  const clear = [column('Price', ['1,250', '1.5'], { unclearComma: 1, point: 1 })];
  expect(getNumberQuestions(clear, { Price: 'price' }, none)).toEqual([]);
  const unclear = [column('Size', ['1,250'], { unclearComma: 1 })];
  expect(getNumberQuestions(unclear, { Size: 'materialType' }, none)).toEqual([]);
});
