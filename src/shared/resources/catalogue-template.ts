import { defineResource } from '../resource-kit/define-resource.ts';
import { image, text } from '../resource-kit/fields.ts';

/** A named design of catalogues that are made from products. Its pictures are separate fields, so that the media library knows them. */
export const catalogueTemplate = defineResource({
  name: 'catalogueTemplate',
  label: 'Catalogue template',
  titleField: 'name',
  hasDistinctNames: true,
  // It opens where catalogues are made from it.
  paths: { list: '/catalogue/CatalogueMake' },
  fields: {
    name: text({ label: 'Name', isRequired: true, isSearchable: true }),
    design: text({
      label: 'Design',
      isRequired: true,
      isMultiline: true,
      isUnsorted: true,
      example: '{"title":"Autumn 2026","filter":{"status":"ACTIVE"}}',
    }),
    logo: image({ label: 'Logo' }),
    cover: image({ label: 'Cover picture' }),
  },
});
