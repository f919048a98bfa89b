import { expect, it } from 'vitest';
import { money } from '#shared/resource-kit/fields.ts';
import { parseAmount } from './number-input.tsx';

it.each([
  ['', null],
  ['  ', null],
  ['-7', -7],
  ['1.500,00', 1500],
  ['0,495', 0.495],
  ['1,500.00', 1500],
  ['12,50', 12.5],
  ['₹ 1,49,000', 149_000],
  ['0012', 12],
])('reads %j as %j', (text, number) => {
  expect(parseAmount(money({ label: 'Price' }), text)).toBe(number);
});

it.each(['seven', '-', '1.2.3', '0x10', '1e3', 'Infinity', '12345678901234567', '1,500', '1.500', '12¹'])(
  'keeps %j as typed',
  (text) => {
    expect(parseAmount(money({ label: 'Price' }), text)).toBe(text);
  },
);
