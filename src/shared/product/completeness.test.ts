import { describe, expect, it } from 'vitest';
import { type CompletenessFacts, computeCompleteness, countTextLength, findMissing } from './completeness.ts';

const facts: CompletenessFacts = {
  hasImage: true,
  values: { price: 0, categoryId: '1', subCategoryId: null, description: '<p>Gel <b>pen</b></p>', sku: ' ', mrp: 45 },
  variantCount: 2,
  variantsWithoutImage: 0,
  variantsWithoutSku: 1,
};

describe('computeCompleteness', () => {
  it('requires what the law on packaged goods asks for', () => {
    const rules = { requirements: ['sku', 'mrp', 'netQuantity', 'hsnCode'], minDescription: null } as const;
    expect(findMissing(facts, rules)).toEqual(['sku', 'netQuantity', 'hsnCode']);
  });

  it('is the share of the requirements that are met, rounded down', () => {
    const rules = { requirements: ['image', 'price', 'variantSku'], minDescription: null } as const;
    expect(computeCompleteness(facts, rules)).toBe(66);
  });

  it('is 100 without requirements', () => {
    expect(computeCompleteness(facts, { requirements: [], minDescription: null })).toBe(100);
  });

  it.each([
    [7, []],
    [8, ['description']],
  ])('requires a description of at least %i characters without formatting', (minDescription, missing) => {
    expect(findMissing(facts, { requirements: ['description'], minDescription })).toEqual(missing);
  });
});

it('counts the characters of a text without elements and repeated spaces', () => {
  expect(countTextLength('<p>Pens&nbsp;&amp; <br> ink</p>')).toBe('Pens & ink'.length);
});
