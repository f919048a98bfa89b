import { describe, expect, it } from 'vitest';
import { truncationMarker } from '#shared/cut-text.ts';
import { boolean, choice, money } from '#shared/resource-kit/fields.ts';
import { parseCell } from './parse-cell.ts';

describe('valueInCell', () => {
  it('reports an invalid value with the field’s message', () => {
    const price = money({ label: 'Price' });
    expect(parseCell(price, 'ten')).toEqual({
      error: 'Price must be a number, such as 149.50',
    });
    expect(parseCell(price, '1.0055')).toEqual({ error: 'Price can have up to two decimal places' });
    expect(parseCell(price, '€ 1.5')).toEqual({ value: 1.5 });
  });

  it('reads a number by the separator of its column', () => {
    const price = money({ label: 'Price' });
    const reading = { decimal: null, isRounded: false };
    expect(parseCell(price, '1,250', reading)).toEqual({
      error: 'This can mean 1250 or 1.25. Choose the decimal separator of this column.',
    });
    expect(parseCell(price, '1,250', { ...reading, decimal: '.' })).toEqual({ value: 1250 });
    expect(parseCell(price, '1,250', { ...reading, decimal: ',' })).toEqual({ value: 1.25 });
    expect(parseCell(price, '1.4875', { ...reading, isRounded: true })).toEqual({ value: 1.49 });
    expect(parseCell(price, '(12.50)')).toEqual({ error: 'Price must be at least 0' });
  });

  it('keeps a value whose text an export truncated', () => {
    const earlierMark = '… [cut: a workbook’s cell holds no more. Export CSV for the whole text]';
    for (const mark of [truncationMarker, earlierMark]) {
      expect(parseCell(money({ label: 'Price' }), `x${mark}`)).toHaveProperty('notice');
    }
  });

  it('reads booleans', () => {
    const isBest = boolean({ label: 'Best' });
    expect(['YES', 'true', '1', 'x', 'No', 'FALSE'].map((text) => parseCell(isBest, text))).toEqual(
      [true, true, true, true, false, false].map((value) => ({ value })),
    );
    expect(parseCell(isBest, 'perhaps')).toHaveProperty('error');
  });

  it('matches an option by its label or value', () => {
    const role = choice({ label: 'Role', options: [{ value: 'SUBADMIN', label: 'Sub admin' }] });
    expect(['sub ADMIN', 'subadmin'].map((text) => parseCell(role, text))).toEqual([
      { value: 'SUBADMIN' },
      { value: 'SUBADMIN' },
    ]);
  });
});
