// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { assignFeatures, assignImages, changePrices, matchValue, replaceText, setSkus } from './bulk-edits.ts';
import { type EditableVariant, removeVariants, VariantSheet } from './variant-sheet.ts';

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
    variant('S', { price: 0.1, sku: 'PEN-s', imagesArr: [{ image: 'a.png' }], descriptionArr: ['Fast'] }),
    variant('M', { price: 19.99, sku: 'pen-m' }),
    variant('L', { price: 30, sku: 'P.N' }),
  ],
  removedVariants: [],
  selection: {},
});
const all = ['S', 'M', 'L'];

describe('changePrices', () => {
  it('computes exact prices with two decimals', () => {
    const { sheet: changed } = changePrices(sheet, all, '+10%');
    expect(changed.variants.map(({ price }) => price)).toEqual([0.11, 21.99, 33]);
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
    expect(replace({ isCaseSensitive: true }).sheet.variants.map(({ sku }) => sku)).toEqual(['PEN-s', '$&!-m', 'P.N']);
    expect(replace({ find: 'P.N' }).sheet.variants.map(({ sku }) => sku)).toEqual(['PEN-s', 'pen-m', '$&!']);
  });

  it('keeps a cell whose result is invalid', () => {
    const result = replace({ column: 'price', find: '9', replacement: 'x' });
    expect([result.sheet, result.error?.slice(0, 2)]).toEqual([sheet, 'M:']);
  });
});

it('generates SKUs for the given variants', () => {
  const named = setSkus(sheet, ['L', 'S'], { pattern: '{size}{n}', product: { name: '', sku: '' }, start: 7 });
  expect(named.variants.map(({ sku }) => sku)).toEqual(['S7', 'pen-m', 'L8']);
});

it('adds each image once to all variants with a value', () => {
  const imagesOf =
    (...names: string[]) =>
    ({ name }: EditableVariant) =>
      name === 'S' ? names.map((image) => ({ image })) : [];
  const options = { imagesOf: imagesOf('b.png', 'a.png'), replacesExisting: false };
  expect(assignImages(sheet, ['M', 'L'], options)).toBe(sheet);
  const more = assignImages(sheet, all, options);
  expect(more.variants.map(({ imagesArr }) => imagesArr)).toEqual([[{ image: 'a.png' }, { image: 'b.png' }], [], []]);
  const other = assignImages(sheet, all, { imagesOf: imagesOf('b.png'), replacesExisting: true });
  expect(other.variants[0]?.imagesArr).toEqual([{ image: 'b.png' }]);
});

it('appends features', () => {
  const given = assignFeatures(sheet, ['S', 'M'], { lines: ['Light'], replacesExisting: false });
  expect(given.variants.map(({ descriptionArr }) => descriptionArr)).toEqual([['Fast', 'Light'], ['Light'], []]);
});

it('keeps removed variants', () => {
  const { variants, removedVariants } = removeVariants(sheet, ['M']);
  expect([variants.map(({ name }) => name), removedVariants.map(({ name }) => name)]).toEqual([['S', 'L'], ['M']]);
});

it.each([
  ['blue.png', 'Blue'],
  ['IMG_blue-2.JPG', 'Blue'],
  ['light_blue.front.png', 'Light blue'],
  ['pack-of-5.png', 'Pack of 5'],
  ['bluetooth.png', undefined],
  ['Blue/front.png', 'Blue'],
  ['light-blue/2/front.png', 'Light blue'],
  ['Blue/pen-with-light-blue-cap.png', 'Blue'],
  ['Blue and others/light-blue.png', 'Light blue'],
  ['Pens of 2026/Blue pens/front.png', 'Blue'],
])('matches the file %s to the value %s', (path, expected) => {
  const values = ['Blue', 'Light blue', 'Pack of 5'].map((attributeValueName) => ({ attributeValueName }));
  const [name = '', ...folders] = path.split('/').toReversed();
  expect(matchValue({ name, folders: folders.toReversed() }, values)?.attributeValueName).toBe(expected);
});
