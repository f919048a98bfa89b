import { describe, expect, it } from 'vitest';
import { getVariantKey, toAttributeArr, toVariantSheet, updateVariants, VariantSheet } from './variant-sheet.ts';

const value = (id: string) => ({
  attributeValueId: id,
  attributeId: 'size',
  attributeValueName: id.toUpperCase(),
  attributeName: 'Size',
});
const stored = [
  {
    _id: '1',
    name: 'S',
    productName: 'Pen',
    sku: '17',
    price: 9.9,
    imagesArr: [
      { image: 'a.png', order: 0 },
      { image: 'b.png', order: 1 },
    ],
    descriptionArr: ['Fast'],
    attributeValueArr: [value('s')],
  },
];

describe('VariantSheet', () => {
  it('serializes to the list it was read from', () => {
    const sheet = toVariantSheet(stored);
    expect(JSON.stringify(sheet)).toBe(JSON.stringify(stored));
    expect(sheet.selection).toEqual({ size: ['s'] });
    expect(toVariantSheet(sheet)).toBe(sheet);
  });

  it('replaces local images by stored ones in the same order', () => {
    const file = { id: 'f', name: 'c.png', size: 1, type: 'image/png', previewUrl: 'blob:c' };
    const imagesArr = [
      { image: file, order: 2 },
      { image: 'a.png', order: 1 },
    ];
    const sheet = toVariantSheet([{ ...stored[0], imagesArr }]);
    const [sent] = toAttributeArr(sheet, (image) =>
      image.id === 'f' ? { image: 'c-stored.png', name: image.name } : { image },
    );
    expect(sent?.imagesArr).toEqual([
      { image: 'a.png', order: 0 },
      { image: 'c-stored.png', order: 1, name: 'c.png' },
    ]);
  });
});

describe('updateVariants', () => {
  it('returns the same sheet if nothing changes', () => {
    const sheet = new VariantSheet(toVariantSheet(stored));
    const [key = ''] = sheet.variants.map(getVariantKey);
    expect(updateVariants(sheet, [key, 'unknown'], () => null)).toBe(sheet);
    const edited = updateVariants(sheet, [key], () => ({ name: 'Small' }));
    expect(edited.variants.map(getVariantKey)).toEqual(sheet.variants.map(getVariantKey));
    expect(sheet.variants[0]?.name).toBe('S');
  });
});
