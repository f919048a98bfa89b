import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { product } from '#shared/resources/product.ts';
import { parseCell } from './field-column.tsx';
import { addChanges, dropCells, findConflicts, noEdits, toUpdates } from './use-sheet.ts';

// @vitest-environment jsdom

const pen: AnyRecord = {
  _id: '1',
  version: 3,
  name: 'Pen',
  price: 5,
  status: 'ACTIVE',
  categoryId: 'c1',
  categoryName: 'Pens',
  subCategoryId: 's1',
  subCategoryName: 'Gel',
};
const records = new Map([[pen._id, pen]]);
const edit = (values: Record<string, unknown>, edits = noEdits) =>
  addChanges(product, edits, [{ record: pen, values }]);

describe('sheet edits', () => {
  it('sends the changed fields of changed records, with their version', () => {
    const { edits } = edit({ price: 6, categoryId: 'c2', categoryName: 'Paper' });
    expect(toUpdates(product, records, edits)).toEqual([
      { id: '1', version: 3, price: 6, categoryId: 'c2', subCategoryId: null },
    ]);
  });

  it('clears a dependent reference unless it is changed as well', () => {
    expect(edit({ categoryId: 'c2' }).cleared).toEqual(['subCategoryId']);
    expect(edit({ categoryId: 'c2', subCategoryId: 's2' }).cleared).toEqual([]);
    expect(edit({ categoryId: 'c1' }).cleared).toEqual([]);
  });

  it('drops values that are the record’s own again', () => {
    const { edits } = edit({ price: 6, name: 'Pencil' });
    expect(edit({ price: 5, name: 'Pen' }, edits).edits.size).toBe(0);
  });

  it('finds cells that both changed, and drops those of the other version', () => {
    const { edits } = edit({ price: 6, name: 'Pencil', status: 'INACTIVE' });
    const theirs = [{ ...pen, version: 4, price: 7, name: 'Pencil', sku: 'NEW' }];
    const conflicts = findConflicts(product, { records, edits, theirs });
    expect(conflicts).toEqual([{ id: '1', name: 'price' }]);
    expect(dropCells(product, edits, conflicts).get('1')).toEqual({ name: 'Pencil', status: 'INACTIVE' });
  });
});

describe('parseCell', () => {
  const { price, status, name, isBestSeller, categoryId } = product.fields;
  const options = [
    { value: 'c1', label: 'Pens' },
    { value: 'c2', label: 'Other' },
    { value: 'c3', label: 'other' },
  ];
  it.each([
    [price, 'price', '₹1,249.50', { price: 1249.5 }],
    [price, 'price', '+10%', { price: 22 }],
    [price, 'price', '-25', { error: 'Price must be at least 0' }],
    [price, 'price', '-5', { error: 'Price must be at least 0' }],
    [price, 'price', '+5', { error: 'Enter an amount such as 9.90 or a change such as +10%' }],
    [price, 'price', '1.250', { error: 'This can mean 1250 or 1.25. Write it with two decimals.' }],
    [price, 'price', '0,495', { error: 'Price can have up to two decimal places' }],
    [price, 'price', '8.9E+05', { error: 'Price must be a number, such as 149.50' }],
    [isBestSeller, 'isBestSeller', '', { error: 'Best seller must be Yes or No (true or false)' }],
    [price, 'price', '', { price: null }],
    [price, 'price', 'much', { error: 'Price must be a number, such as 149.50' }],
    [status, 'status', 'inactive', { status: 'INACTIVE' }],
    [isBestSeller, 'isBestSeller', 'yes', { isBestSeller: true }],
    [name, 'name', ' ', { error: 'Please Enter Product Name' }],
    [categoryId, 'categoryId', 'pens', { categoryId: 'c1', categoryName: 'Pens' }],
    [categoryId, 'categoryId', 'Ink', { error: '“Ink” isn’t an option' }],
    [categoryId, 'categoryId', 'Other', { error: 'Several options are called “Other”. Select one from the list.' }],
  ] as const)('reads %#', (field, fieldName, text, parsed) => {
    expect(parseCell(field, fieldName, { text, current: 20, options })).toEqual(parsed);
  });
});
