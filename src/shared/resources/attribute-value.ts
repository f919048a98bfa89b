import { defineResource } from '../resource-kit/define-resource.ts';
import { image, position, reference, text } from '../resource-kit/fields.ts';

/** Saving an attribute with its values, with their order and swatches. */
export const attributeValue = defineResource({
  name: 'attributeValue',
  label: 'Attribute Value',
  titleField: 'name',
  paths: {
    list: '/AttributeValue/AttributeList/:attributeId',
    form: '/AttributeValue/AddAttributeValue/:attributeId',
  },
  fields: {
    attributeId: reference({ label: 'Attribute', to: 'attribute', isRequired: true, onDelete: 'cascade' }),
    name: text({ label: 'AttributeValue Value Name', isRequired: true, isSearchable: true }),
    color: text({ label: 'Swatch colour', maxLength: 7, example: '#c0392f', isColor: true, isExtra: true }),
    image: image({ label: 'Swatch picture', isExtra: true }),
    position: position(),
  },
  site: { fields: ['name', 'color', 'image'] },
});

export const duplicateValueMessage = (attributeName: string, valueName: string): string =>
  `${attributeName} already has the value ${valueName}`;

/** Whether a text is a swatch colour, such as #c0392f. */
export const isSwatchColor = (color: string): boolean => /^#[0-9a-f]{6}$/i.test(color);

/** Values in their order: those without a position come last, oldest first. */
export const compareAttributeValues = (
  one: { _id: string; position?: unknown },
  other: { _id: string; position?: unknown },
): number => {
  const [first, second] = [one, other].map(({ position }) =>
    typeof position === 'number' ? position : Number.POSITIVE_INFINITY,
  );
  if (first !== second && first !== undefined && second !== undefined) return first < second ? -1 : 1;
  return one._id < other._id ? -1 : 1;
};
