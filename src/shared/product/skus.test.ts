import { expect, it } from 'vitest';
import { findDuplicateSkus, listSkuLocations } from './skus.ts';

it('finds every repeated SKU', () => {
  const skus = listSkuLocations({
    sku: 'A',
    attributeArr: [{ sku: 'B' }, { sku: '' }, { sku: 'A' }, { sku: '' }, { sku: 'B' }],
  });
  expect(findDuplicateSkus(skus)).toEqual([
    { sku: 'A', field: 'attributeArr.2.sku' },
    { sku: 'B', field: 'attributeArr.4.sku' },
  ]);
});
