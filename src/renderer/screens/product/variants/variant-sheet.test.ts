import { describe, expect, it } from 'vitest';
import { describeImage, getVariantKey, setAlt, toVariantSheet, updateVariants, VariantSheet } from './variant-sheet.ts';

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
    imagesArr: [{ image: 'a.png', name: 'Pen.png', size: 7 }, { image: 'b.png' }],
    descriptionArr: ['Fast'],
    attributeValueArr: [value('s')],
  },
];

describe('setAlt', () => {
  it('describes a picture in all variants, except where it has another text', () => {
    const image = { image: 'a.png' };
    const sheet = toVariantSheet([
      { name: 'S', imagesArr: [image, { image: 'b.png' }] },
      { name: 'M', imagesArr: [{ ...image, alt: 'Its back' }] },
      { name: 'L', imagesArr: [image] },
    ]);
    const described = setAlt(sheet, image, 'A pen').variants;
    expect(described.map(({ imagesArr }) => imagesArr.map(({ alt }) => alt))).toEqual([
      ['A pen', undefined],
      ['Its back'],
      ['A pen'],
    ]);
  });
});

describe('VariantSheet', () => {
  it('serializes to the list it was read from', () => {
    const sheet = toVariantSheet(stored);
    expect(JSON.stringify(sheet)).toBe(JSON.stringify(stored));
    expect(sheet.selection).toEqual({ size: ['s'] });
    expect(toVariantSheet(sheet)).toBe(sheet);
  });

  it('has the images in the order of the server', () => {
    const imagesArr = [
      { image: 'b.png', order: 2 },
      { image: 'a.png', order: 1 },
    ];
    const [variant] = toVariantSheet([{ ...stored[0], imagesArr }]).variants;
    expect(variant?.imagesArr).toEqual([{ image: 'a.png' }, { image: 'b.png' }]);
  });
});

it('describes stored and local images', () => {
  const file = { id: 'f', name: 'c.png', size: 1, type: 'image/png', previewUrl: 'blob:c' };
  expect(describeImage({ image: 'a.png', name: 'Pen.png', size: 7 })).toEqual({
    src: '/uploads/a.png?name=Pen.png',
    info: { name: 'Pen.png', size: 7 },
  });
  expect(describeImage({ image: file, name: file.name, size: file.size })).toMatchObject({ src: 'blob:c' });
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
