// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { type EditableVariant, VariantSheet } from '../sheet/variant-sheet.ts';
import {
  assignFeatures,
  assignImages,
  changePrices,
  findIndexesByValue,
  removeVariants,
  replaceText,
  setSkus,
} from './bulk-edits.ts';

const variant = (name: string, more: Partial<EditableVariant> = {}): EditableVariant => ({
  _id: null,
  name,
  productName: '',
  sku: '',
  price: 0,
  imagesArr: [],
  descriptionArr: [],
  attributeValueArr: [{ attributeId: 'size', attributeName: 'Size', attributeValueId: name, attributeValueName: name }],
  ...more,
});
const sheet = new VariantSheet({
  variants: [
    variant('S', { price: 0.1, sku: 'PEN-s', imagesArr: ['a.png'], descriptionArr: ['Fast'] }),
    variant('M', { price: 19.99, sku: 'pen-m' }),
    variant('L', { price: 30, sku: 'P.N' }),
  ],
  removedVariants: [],
  selection: {},
});
const all = [0, 1, 2];

describe('changePrices', () => {
  it('computes exact prices with two decimals', () => {
    const { sheet: changed, changedCount } = changePrices(sheet, all, '+10%');
    expect(changed.variants.map(({ price }) => price)).toEqual([0.11, 21.99, 33]);
    expect(changedCount).toBe(3);
  });

  it('changes nothing if a price becomes negative', () => {
    const result = changePrices(sheet, all, '-5');
    expect(result.sheet).toBe(sheet);
    expect(result.error).toMatch(/^S: /);
    expect(changePrices(sheet, all, 'cheap').error).toBeTruthy();
  });
});

describe('replaceText', () => {
  const replace = (options: Partial<Parameters<typeof replaceText>[2]>) =>
    replaceText(sheet, all, {
      column: 'sku',
      find: 'pen',
      replacement: '$&!',
      isCaseSensitive: false,
      ...options,
    });

  it('matches text literally with or without case', () => {
    expect(replace({}).sheet.variants.map(({ sku }) => sku)).toEqual(['$&!-s', '$&!-m', 'P.N']);
    expect(replace({ isCaseSensitive: true }).changedCount).toBe(1);
    expect(replace({ find: 'P.N' }).sheet.variants.map(({ sku }) => sku)).toEqual(['PEN-s', 'pen-m', '$&!']);
  });

  it('keeps a cell whose result is invalid', () => {
    const { changedCount, error } = replace({ column: 'price', find: '9', replacement: 'x' });
    expect([changedCount, error?.slice(0, 2)]).toEqual([0, 'M:']);
  });
});

it('generates SKUs for the given variants', () => {
  const named = setSkus(sheet, [2, 0], { pattern: '{size}{n}', product: { name: '', sku: '' }, start: 7 });
  expect(named.variants.map(({ sku }) => sku)).toEqual(['S8', 'pen-m', 'L7']);
});

it('adds each image once to all variants with a value', () => {
  expect(findIndexesByValue(sheet.variants, { indexes: [1, 2], valueId: 'S' })).toEqual([]);
  const indexes = findIndexesByValue(sheet.variants, { indexes: [0, 1, 2], valueId: 'S' });
  expect(indexes).toEqual([0]);
  const more = assignImages(sheet, indexes, { images: ['b.png', 'a.png'], replacesExisting: false });
  expect(more.variants[0]?.imagesArr).toEqual(['a.png', 'b.png']);
  const other = assignImages(sheet, indexes, { images: ['b.png'], replacesExisting: true });
  expect(other.variants[0]?.imagesArr).toEqual(['b.png']);
});

it('appends features', () => {
  const given = assignFeatures(sheet, [0, 1], { lines: ['Light'], replacesExisting: false });
  expect(given.variants.map(({ descriptionArr }) => descriptionArr)).toEqual([['Fast', 'Light'], ['Light'], []]);
});

it('keeps removed variants', () => {
  const { variants, removedVariants } = removeVariants(sheet, [1]);
  expect([variants.map(({ name }) => name), removedVariants.map(({ name }) => name)]).toEqual([['S', 'L'], ['M']]);
});
