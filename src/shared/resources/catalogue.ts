import { defineResource } from '../resource-kit/define-resource.ts';
import { image, pageFieldNames, pageFields, pdf, status, text } from '../resource-kit/fields.ts';

export const catalogue = defineResource({
  name: 'catalogue',
  label: 'Catalogue',
  titleField: 'name',
  hasDistinctNames: true,
  paths: { list: '/catalogue/CatalogueList', form: '/catalogue/CatalogueAddEdit' },
  fields: {
    name: text({
      label: 'Catalogue Name',
      isSearchable: true,
      help: 'Leave empty to use the PDF’s file name',
    }),
    pdf: pdf({ label: 'Upload Pdf', isRequired: true }),
    image: image({ label: 'Upload Image' }),
    status: status({ isExtra: true }),
    ...pageFields(),
  },
  site: {
    path: 'catalogues',
    fields: ['name', 'pdf', 'image', ...pageFieldNames],
    filters: ['slug'],
    orders: ['name'],
  },
});
