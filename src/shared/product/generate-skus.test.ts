import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateSkus, unknownTokens } from './skus.ts';

const value = (attributeName: string, attributeValueName: string) => ({
  attributeId: attributeName,
  attributeValueId: attributeValueName,
  attributeName,
  attributeValueName,
});
const variants = [
  { attributeValueArr: [value('Colour', 'Crème brûlée'), value('Size', 'A5')] },
  { attributeValueArr: [value('Colour', 'Red'), value('Size', 'A4')] },
];
const product = { name: 'Gel pen (0.5 mm)', sku: '0042' };
const skusOf = (pattern: string, start?: number) => generateSkus({ pattern, product, variants, start });

describe('skusFromPattern', () => {
  it('replaces tokens by codes', () => {
    expect(skusOf('{product}-{colour}-{SIZE}')).toEqual(['GEL-PEN-0-5-MM-CREME-BRULEE-A5', 'GEL-PEN-0-5-MM-RED-A4']);
    expect(skusOf('{sku}/{colour:2}')).toEqual(['0042/CR', '0042/RE']);
  });

  it('counts with the given number of digits', () => {
    expect(skusOf('P{n}', 9)).toEqual(['P9', 'P10']);
    expect(skusOf('P{n:3}')).toEqual(['P001', 'P002']);
  });

  it('reports unknown tokens', () => {
    expect(skusOf('{}-x')).toEqual(['{}-x', '{}-x']);
    expect(unknownTokens('{product}{Material}{n}', ['Colour'])).toEqual(['{material}']);
  });

  it('generates unique SKUs with a counter', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(50), (text, count) => {
        const prefix = text.replace(/[{}]/g, '');
        const many = Array.from({ length: count }, () => ({ attributeValueArr: [] }));
        const skus = generateSkus({ pattern: `${prefix}{n}`, product, variants: many });
        expect(new Set(skus).size).toBe(count);
      }),
    );
  });
});
