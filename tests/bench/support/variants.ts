import type { AttributeSelection, AttributeWithValues } from '../../../src/shared/product/variant-draft.ts';

/** Two attributes with about as many values each and exactly `count` combinations. */
export const attributesFor = (count: number): AttributeWithValues[] => {
  let colours = Math.floor(Math.sqrt(count));
  while (count % colours !== 0) colours -= 1;
  return Object.entries({ Colour: colours, Size: count / colours }).map(([name, length]) => ({
    _id: name,
    name,
    attributeValueArr: Array.from({ length }, (_, index) => ({
      _id: `${name}-${index}`,
      name: `${name} ${index}`,
    })),
  }));
};

export const allOf = (attributes: readonly AttributeWithValues[]): AttributeSelection =>
  Object.fromEntries(attributes.map(({ _id, attributeValueArr }) => [_id, attributeValueArr.map((each) => each._id)]));
