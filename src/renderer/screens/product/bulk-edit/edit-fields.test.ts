// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { productBulkValuesSchema } from '#shared/product/bulk.ts';
import { canPreview, emptyBulkEdit, noneValue, toUpdateValues, validatePrice } from './edit-fields.tsx';

it('sends only changed fields', () => {
  const edit = { ...emptyBulkEdit, categoryId: noneValue, price: ' +10% ', isBestSeller: 'no' };
  const values = toUpdateValues(edit);
  expect(values).toEqual({ categoryId: null, price: '+10%', isBestSeller: false });
  expect(productBulkValuesSchema.safeParse(values).success).toBe(true);
  expect(toUpdateValues({ ...emptyBulkEdit, status: 'INACTIVE', subCategoryId: 'x1' })).toEqual({
    status: 'INACTIVE',
    subCategoryId: 'x1',
  });
});

it('allows a preview only of valid changes', () => {
  expect(canPreview(emptyBulkEdit)).toBe(false);
  expect(canPreview({ ...emptyBulkEdit, price: '-5' })).toBe(true);
  expect(canPreview({ ...emptyBulkEdit, status: 'ACTIVE', price: 'ten' })).toBe(false);
  expect(validatePrice('ten')).toMatch(/\+10%/);
});
