import { expect, it } from 'vitest';
import { normalizeNumber } from './plain-number.ts';

it.each(
  Object.entries({
    '1234.5': '1234.5',
    '1,234.50': '1234.50',
    '1.234,50': '1234.50',
    '1,49,000': '149000',
    '₹ 1,49,000.75': '149000.75',
    '12,5': '12.5',
    '1,234': '1234',
    'USD 20': '20',
    "1'000": '1000',
    '-3': '-3',
    '1e3': '1e3',
    ten: 'ten',
    '=12,50': '=12.50',
    '+2,5%': '+2.5%',
  }),
)('reads the amount %s as %s', (text, plain) => {
  expect(normalizeNumber(text)).toBe(plain);
});
