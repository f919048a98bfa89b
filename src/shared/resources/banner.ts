import { defineResource } from '../resource-kit/define-resource.ts';
import { image, status, text } from '../resource-kit/fields.ts';

export const banner = defineResource({
  name: 'banner',
  label: 'Banner',
  titleField: 'name',
  paths: { list: '/FrontendCMS/Banner/BannerList', form: '/FrontendCMS/Banner/BannerAdd' },
  fields: {
    name: text({ label: 'Name', isSearchable: true }),
    imageUrl: image({ label: 'Attach Banner', isRequired: true }),
    status: status(),
  },
});
