import { defineResource } from '../resource-kit/define-resource.ts';
import { text } from '../resource-kit/fields.ts';

export const attribute = defineResource({
  name: 'attribute',
  label: 'Attribute',
  titleField: 'name',
  hasDistinctNames: true,
  paths: {
    list: '/Attribute/AddAttributeList',
    add: '/Attribute/AddAttribute',
    edit: '/Attribute/AddAttribute?id=:id',
  },
  fields: {
    name: text({ label: 'Attribute Name', isRequired: true, isSearchable: true }),
  },
  site: {
    path: 'attributes',
    fields: ['name'],
    orders: ['name'],
    parts: { name: 'values', of: 'attributeValue', by: 'attributeId' },
  },
});
