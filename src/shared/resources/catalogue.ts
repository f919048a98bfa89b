import { defineResource } from '../resource/define-resource.ts';
import { image, pdf, text } from '../resource/fields.ts';

export const catalogue = defineResource({
  name: 'catalogue',
  label: 'Catalogue',
  labelPlural: 'Catalogues',
  titleField: 'name',
  fields: {
    name: text({ label: 'Catalogue Name', isRequired: true, isSearchable: true }),
    pdf: pdf({ label: 'Upload Pdf', isRequired: true }),
    image: image({ label: 'Upload Image' }),
  },
});
