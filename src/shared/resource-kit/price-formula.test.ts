import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPriceFormula, normalizePriceFormula, parsePriceFormula } from './price-formula.ts';

const change = (text: string, price: number | null) => {
  const formula = parsePriceFormula(text);
  return formula && applyPriceFormula(formula, price);
};

describe('a price formula', () => {
  it.each([
    ['=9.90', 5, 9.9],
    ['9.9', null, 9.9],
    ['0', 5, 0],
    [' = 12 ', 5, 12],
    ['+5', 0.1, 5.1],
    ['-5', 5, 0],
    ['\u22125.25', 10, 4.75],
    ['+10%', 19.99, 21.99],
    ['+10 %', 100, 110],
    ['-12.5%', 80, 70],
    ['-100%', 80, 0],
    ['+7.25%', 149.5, 160.34],
    ['+10%', 0.05, 0.06],
    ['+10%', 1.005e9, 1_105_500_000],
    ['+0.1', 0.2, 0.3],
    ['+10%', null, null],
    ['-5', null, null],
  ])('%s turns %s into %s', (text, price, expected) => {
    expect(change(text, price)).toEqual({ price: expected });
  });

  it.each(['', '=', '+', '10%', '=10%', '=-5', '1,50', '+1e3', '9.905', '+1.23456%', 'abc', '+-5', '12345678901'])(
    'rejects %j',
    (text) => {
      expect(parsePriceFormula(text)).toBeNull();
    },
  );

  it.each([
    ['=12,50', '=12.50'],
    ['+2,5 %', '+2.5%'],
    ['₹ 1,49,000.75', '149000.75'],
    ['1.299,00', '1299.00'],
    ['1,250', ''],
    ['+1.250%', ''],
    ['12¹', ''],
  ])('normalizes %s to %j', (text, normalized) => {
    expect(normalizePriceFormula(text)).toBe(normalized);
  });

  it('reports a price out of range', () => {
    expect(change('-5', 4.99)).toEqual({ error: 'Price can’t be negative' });
    expect(change('-101%', 1)).toEqual({ error: 'Price can’t be negative' });
    expect(change('+1', 9_999_999_999.99)).toEqual({ error: 'Price can’t be more than 9999999999.99' });
  });

  it('calculates exactly to the cent', () => {
    const hundredths = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(hundredths, hundredths, fc.integer({ min: 0, max: 30_000 }), (one, other, percent) => {
        const amount = (other / 100).toFixed(2);
        const more = change(`+${amount}`, one / 100);
        expect(more).toEqual({ price: (one + other) / 100 });
        expect(change(`-${amount}`, (one + other) / 100)).toEqual({ price: one / 100 });
        const scaled = change(`+${(percent / 100).toFixed(2)}%`, one / 100);
        if (!scaled || 'error' in scaled) return;
        const product = BigInt(one) * BigInt(10_000 + percent);
        expect(scaled.price).toBe(Number((product + 5000n) / 10_000n) / 100);
      }),
    );
  });
});
