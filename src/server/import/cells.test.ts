import { describe, expect, it } from 'vitest';
import { boolean, choice, money } from '#shared/resource/fields.ts';
import { formatted, listIn, valueInCell } from './cells.ts';

describe('valueInCell', () => {
  it('says what is wrong in the words of the field', () => {
    const price = money({ label: 'Price' });
    expect(valueInCell(price, 'ten')).toEqual({ problem: 'Price must be an amount' });
    expect(valueInCell(price, '1.005')).toEqual({ problem: 'Price can have at most two decimal places' });
    expect(valueInCell(price, '€ 1.5')).toEqual({ value: 1.5 });
  });

  it('takes yes and no as people write them, and choices by their labels', () => {
    const isBest = boolean({ label: 'Best' });
    expect(['YES', 'true', '1', 'x', 'No', 'FALSE'].map((text) => valueInCell(isBest, text))).toEqual(
      [true, true, true, true, false, false].map((value) => ({ value })),
    );
    expect(valueInCell(isBest, 'perhaps')).toHaveProperty('problem');
    const role = choice({ label: 'Role', options: [{ value: 'SUBADMIN', label: 'Sub admin' }] });
    expect(['sub ADMIN', 'subadmin'].map((text) => valueInCell(role, text))).toEqual([
      { value: 'SUBADMIN' },
      { value: 'SUBADMIN' },
    ]);
  });
});

it('makes paragraphs of lines, and leaves what is formatted alone', () => {
  expect(formatted('One line')).toBe('One line');
  expect(formatted('a < b\n\nR&D')).toBe('<p>a &lt; b</p><p>R&amp;D</p>');
  expect(formatted('<b>Bold</b>\nline')).toBe('<b>Bold</b>\nline');
});

it('splits a list at its lines, else at semicolons and bars', () => {
  expect(listIn('a; b | c;')).toEqual(['a', 'b', 'c']);
  expect(listIn('a; b\r\nc')).toEqual(['a; b', 'c']);
});
