import { expect, it } from 'vitest';
import { opportunity } from '#shared/resources/opportunity.ts';
import { product } from '#shared/resources/product.ts';
import { decodeRow, encodeFilter, encodeRow } from './schema.ts';

it.each([0, 0.01, 1.15, 8.2, 64.1, 1234.56, 9_999_999_999.99, null])('keeps the amount %s exactly', (price) => {
  const stored = encodeRow(product, { price }).price;
  expect(stored === null || Number.isInteger(stored)).toBe(true);
  expect(decodeRow(product, { price: stored })).toEqual({ price });
  // PostgreSQL returns large integers as text.
  expect(decodeRow(product, { price: stored === null ? null : String(stored) })).toEqual({ price });
});

it('keeps booleans', () => {
  const values = { isBestSeller: true, name: 'Pen', categoryId: null, version: 1, search: 'pen' };
  expect(encodeRow(product, values)).toEqual({ ...values, isBestSeller: 1 });
  expect(decodeRow(product, encodeRow(product, { ...values, isBestSeller: false }))).toEqual({
    ...values,
    isBestSeller: false,
  });
});

it('keeps lists', () => {
  const chosen = { selectedLocation: ['Delhi', 'Punjab'], selectedJobTypes: [] };
  expect(decodeRow(opportunity, encodeRow(opportunity, chosen))).toEqual(chosen);
});

it('encodes a filter as the column does', () => {
  const { isBestSeller, status } = product.fields;
  expect(['true', 'false', 'maybe'].map((value) => encodeFilter(isBestSeller, value))).toEqual([1, 0, null]);
  expect(encodeFilter(status, 'ACTIVE')).toBe('ACTIVE');
});
