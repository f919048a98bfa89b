// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { generateCopySkus } from './product-body.ts';

const colour = (attributeValueName: string, sku = 'OLD') => ({
  sku,
  attributeValueArr: [
    { attributeId: 'c', attributeName: 'Colour', attributeValueId: attributeValueName, attributeValueName },
  ],
});

it('builds SKUs from the name and the values', () => {
  const variants = [colour('Red'), colour('Blue')];
  expect(generateCopySkus({ name: 'Pen (copy)', variants })).toEqual(['PEN-COPY-RED', 'PEN-COPY-BLUE']);
});

it('adds a counter to SKUs that would be the same', () => {
  const variants = [
    { sku: 'A', attributeValueArr: [] },
    { sku: 'B', attributeValueArr: [] },
  ];
  expect(generateCopySkus({ name: 'Pen', variants })).toEqual(['PEN-001', 'PEN-002']);
});

it('leaves a variant without a SKU as it is', () => {
  expect(generateCopySkus({ name: 'Pen', variants: [colour('Red', '')] })).toEqual(['']);
});
