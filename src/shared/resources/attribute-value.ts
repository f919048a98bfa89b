import { defineResource } from '../resource-kit/define-resource.ts';
import { reference, text } from '../resource-kit/fields.ts';

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
  },
});

export const duplicateValueMessage = (attributeName: string, valueName: string): string =>
  `${attributeName} already has the value ${valueName}`;
