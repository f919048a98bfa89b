import { expect, it } from 'vitest';
import { productBulkValuesSchema } from '#shared/product/bulk.ts';
import { isReady, noEdit, none, priceProblem, valuesOf } from './edit-values.ts';

it('sends only what is not left as it is, as the server takes it', () => {
  const edit = { ...noEdit, categoryId: none, price: ' +10% ', isBestSeller: 'no' };
  const values = valuesOf(edit);
  expect(values).toEqual({ categoryId: null, price: '+10%', isBestSeller: false });
  expect(productBulkValuesSchema.safeParse(values).success).toBe(true);
  expect(valuesOf({ ...noEdit, status: 'INACTIVE', subCategoryId: 'x1' })).toEqual({
    status: 'INACTIVE',
    subCategoryId: 'x1',
  });
});

it('has something to do only with a change, and with a price that can be read', () => {
  expect(isReady(noEdit)).toBe(false);
  expect(isReady({ ...noEdit, price: '-5' })).toBe(true);
  expect(isReady({ ...noEdit, status: 'ACTIVE', price: 'ten' })).toBe(false);
  expect(priceProblem('ten')).toMatch(/\+10%/);
});
