import { expect, it } from 'vitest';
import { minTableWidth } from './column-widths.ts';

it('leaves every column without a width some room beside the others', () => {
  const shares = 0.3;
  const width = minTableWidth(['4.5rem', `${shares * 100}%`, undefined, '11rem', '11rem', '8.5rem']);
  expect(width * (1 - shares) - 35).toBeGreaterThanOrEqual(6);
});

it('counts shares that leave nothing as columns of their own', () => {
  expect(minTableWidth([...Array.from({ length: 10 }, () => '10%'), '11rem'])).toBe(71);
});

it('is never less than a table that can be read', () => {
  expect(minTableWidth(['4rem'])).toBe(44);
});
