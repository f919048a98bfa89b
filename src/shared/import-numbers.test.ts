import { describe, expect, it } from 'vitest';
import {
  countLongDecimals,
  countNumber,
  isSeparatorUnclear,
  noNumbers,
  parseWrittenNumber,
  provenSeparator,
  readNumber,
  roundToCents,
} from './import-numbers.ts';
import { number } from './resource-kit/fields.ts';

const read = (text: string, decimal: '.' | ',' | null = null) => parseWrittenNumber(text, decimal);
const counted = (...texts: string[]) => {
  const counts = { ...noNumbers };
  for (const text of texts) countNumber(counts, text, false);
  return counts;
};

describe('a number in a cell', () => {
  it.each([
    ['1299', '1299'],
    ['0,495', '0.495'],
    ['0.495', '0.495'],
    ['1.299,00', '1299.00'],
    ['1,299.00', '1299.00'],
    ['1 299,00', '1299.00'],
    ['1\u202f299,00 €', '1299.00'],
    ["1'299.00", '1299.00'],
    ['1’299.00', '1299.00'],
    ['CHF 1’299.–', '1299'],
    ['₹ 1,49,000', '149000'],
    ['₹1,49,000.50', '149000.50'],
    ['₹ 1,250', '1250'],
    ['Rs. 250/-', '250'],
    ['Rs 1,250/-', '1250'],
    ['5.-', '5'],
    ['5,–', '5'],
    ['(12.50)', '-12.50'],
    ['12.50-', '-12.50'],
    ['−3,5', '-3.5'],
    ['€ -3,50', '-3.50'],
    ['12,5', '12.5'],
    ['1.299.000', '1299000'],
    ['￥１２，３４５円', '12345'],
    ['\\1,200', '1200'],
    ['1,299.000', '1299.000'],
    ['12.', '12'],
    ['.5', '0.5'],
    ['1250,999', '1250.999'],
    ['EUR 12', '12'],
    ['12 RMB', '12'],
    ['9.00\u200b', '9.00'],
    ['\u200e1\u2009299,00', '1299.00'],
  ])('%s is read as %s', (text, plain) => {
    expect(read(text)).toEqual({ plain });
  });

  it.each([
    '1 2',
    '1,2,3',
    '1.2.3',
    '12 pcs',
    '1E5',
    '12%',
    '1,299,00',
    '1.299.00',
    '',
    '-',
    'ten',
    '1,,2',
    '12¹',
    '12₂',
    '1½',
    '①2',
    '⑴',
    'Ⅻ',
    '12 PCS',
    '١٢٫٥',
    '########',
    '1/2',
    '‰5',
  ])('%j is not a number', (text) => {
    expect(read(text)).toBeNull();
  });

  it('is ambiguous if both readings are possible', () => {
    expect(read('1,250')).toEqual({ unclear: ['1250', '1.250'] });
    expect([read('1,250', ','), read('1,250', '.')]).toEqual([{ plain: '1.250' }, { plain: '1250' }]);
    expect([read('(1.250)', ','), read('(1.250)', '.')]).toEqual([{ plain: '-1250' }, { plain: '-1.250' }]);
  });
});

describe('the decimal separator of a column', () => {
  it('is that of its clear cells', () => {
    expect(provenSeparator(counted('1,250', '0,495', '12'))).toBe(',');
    expect(provenSeparator(counted('1,250', '12.5'))).toBe('.');
    expect(provenSeparator(counted('1,250', '1,49,000'))).toBe('.');
  });

  it('is unclear if no cell is clear or clear cells disagree', () => {
    expect(isSeparatorUnclear(counted('1,250', '12'))).toBe(true);
    expect(isSeparatorUnclear(counted('1,250', '1.5', '1,5'))).toBe(true);
    expect(isSeparatorUnclear(counted('1,250', '1.5'))).toBe(false);
    expect(isSeparatorUnclear(counted('12', '1.5', '1,5', 'text'))).toBe(false);
  });

  it('counts cells with more than two decimals', () => {
    const counts = counted('1,4875', '1,250', '2,50', '2,500');
    expect([countLongDecimals(counts, ','), countLongDecimals(counts, '.')]).toEqual([3, 1]);
  });
});

it.each(
  Object.entries({
    '1.4875': '1.49',
    '0.495': '0.50',
    '-0.995': '-1.00',
    '9999999999.994': '9999999999.99',
    '1.004999': '1.00',
    '12.5': '12.5',
    '7': '7',
  }),
)('%s is rounded to %s', (text, rounded) => {
  expect(roundToCents(text)).toBe(rounded);
});

it('reads the separators of a whole number as thousands separators', () => {
  const points = number({ label: 'Points', isInteger: true });
  const read = (text: string) => readNumber(points, text);
  expect([read('1.000'), read('1,250')]).toEqual([{ value: '1000' }, { value: '1250' }]);
});
