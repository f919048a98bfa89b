import { defineResource } from '../resource/define-resource.ts';
import { text } from '../resource/fields.ts';

export const attribute = defineResource({
  name: 'attribute',
  label: 'Attribute',
  labelPlural: 'Attributes',
  titleField: 'name',
  fields: {
    name: text({ label: 'Attribute Name', isRequired: true, isSearchable: true }),
  },
});
