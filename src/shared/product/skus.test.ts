import { expect, it } from 'vitest';
import { clearSuggestedSkus, fillSkus, findDuplicateSkus, listSkuLocations } from './skus.ts';

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

const variantOf = (colour: string, pack: string, more = {}) => ({
  _id: null,
  sku: '',
  attributeValueArr: [
    { attributeId: 'c', attributeName: 'Colour', attributeValueId: colour, attributeValueName: colour },
    { attributeId: 'p', attributeName: 'Pack', attributeValueId: pack, attributeValueName: pack },
  ],
  ...more,
});
const monsoon = { name: 'Monsoon pen', sku: '42' };
const skusOf = (variants: readonly { sku: string }[]) => variants.map(({ sku }) => sku);

it('suggests SKUs that differ where shortened values are equal', () => {
  const variants = [variantOf('Black', 'Single'), variantOf('Blackberry', 'Single'), variantOf('Black', 'single')];
  expect(skusOf(fillSkus(variants, monsoon))).toEqual(['42-BLA-SINGLE', '42-BLACKBERRY-SINGLE', '42-BLACK-SINGLE']);
});

it('leaves the SKUs of stored variants and typed ones', () => {
  const variants = [variantOf('Red', 'A', { _id: '1' }), variantOf('Red', 'B', { sku: 'MINE' })];
  expect(skusOf(clearSuggestedSkus(fillSkus(variants, monsoon), monsoon))).toEqual(['', 'MINE']);
});

it('clears only what it suggested', () => {
  const filled = fillSkus([variantOf('Red', 'A'), variantOf('Red', 'a')], monsoon);
  expect(skusOf(clearSuggestedSkus(filled, monsoon))).toEqual(['', '']);
});
