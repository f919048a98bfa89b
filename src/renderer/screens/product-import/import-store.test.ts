import { describe, expect, it } from 'vitest';
import { correctCell, findCorrectedText, getRowsWithErrors } from './import-store.ts';

const price = { row: 3, column: 'Price', text: '10' };

describe('corrections', () => {
  it('keep the last text of each cell', () => {
    const once = correctCell([{ row: 3, isSkipped: true }], { ...price, text: '1' });
    const twice = correctCell(correctCell(once, price), { row: 3, column: 'Name', text: 'Pen' });
    expect(twice).toEqual([{ row: 3, isSkipped: true }, price, { row: 3, column: 'Name', text: 'Pen' }]);
    expect(findCorrectedText(twice, { row: 3, column: 'Price' })).toBe('10');
  });
});

it('shows each error at its cell or row', () => {
  const failedRows = [{ row: 3, cells: { Name: 'Pen', Price: 'ten' } }];
  const errors = [
    { row: 3, column: 'Price', cell: 'B3', value: 'ten', message: 'Price must be a number' },
    { row: 3, column: 'Price', cell: 'B3', value: 'ten', message: 'It is too much' },
    { row: 3, column: 'Variant SKU', cell: null, value: null, message: 'Please Enter Attribute Sku' },
    { row: 3, column: '', cell: null, value: null, message: 'Something else' },
    { row: 4, column: 'Price', cell: 'B4', value: '1', message: 'of a row that was not sent' },
  ];
  expect(getRowsWithErrors({ failedRows, errors })).toEqual([
    {
      row: 3,
      cells: { Name: 'Pen', Price: 'ten' },
      errors: { Price: 'B3: Price must be a number. It is too much' },
      otherErrors: ['Variant SKU: Please Enter Attribute Sku', 'Something else'],
    },
  ]);
});
