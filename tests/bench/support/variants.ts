import type { AttributeChoices, Choice } from '../../../src/shared/product/variant-draft.ts';

/** Two attributes whose values have as many combinations as asked for, a square number. */
export const attributesFor = (count: number): AttributeChoices[] => {
  const side = Math.sqrt(count);
  return ['Colour', 'Size'].map((name) => ({
    _id: name,
    name,
    attributeValueArr: Array.from({ length: side }, (_, index) => ({
      _id: `${name}-${index}`,
      name: `${name} ${index}`,
    })),
  }));
};

/** All of them, checked. */
export const allOf = (attributes: readonly AttributeChoices[]): Choice =>
  Object.fromEntries(
    attributes.map(({ _id, attributeValueArr }) => [_id, attributeValueArr.map((each) => each._id)]),
  );
