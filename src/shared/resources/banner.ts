import { defineResource } from '../resource-kit/define-resource.ts';
import { choice, image, position, status, text } from '../resource-kit/fields.ts';

export const banner = defineResource({
  name: 'banner',
  label: 'Banner',
  titleField: 'name',
  paths: { list: '/FrontendCMS/Banner/BannerList', form: '/FrontendCMS/Banner/BannerAdd' },
  fields: {
    name: text({ label: 'Name', isSearchable: true }),
    imageUrl: image({ label: 'Attach Banner', isRequired: true }),
    link: text({
      label: 'Link',
      help: 'Where a click leads: an address such as https://example.com, or a page of the website such as /products/glide',
      isLink: true,
      example: '/products/glide',
      isExtra: true,
      isUnsorted: true,
    }),
    placement: choice({
      label: 'Placement',
      help: 'Where the website shows it. Empty: wherever it shows banners',
      options: [
        { value: 'HOME_TOP', label: 'Top of the home page' },
        { value: 'HOME_MIDDLE', label: 'Middle of the home page' },
        { value: 'HOME_BOTTOM', label: 'Bottom of the home page' },
        { value: 'CATALOGUE', label: 'Pages of products and categories' },
        { value: 'BLOG', label: 'Blog pages' },
      ],
      isExtra: true,
    }),
    status: status(),
    position: position({ isUnsorted: true }),
  },
  site: { path: 'banners', fields: ['name', 'imageUrl', 'link', 'placement'], filters: ['placement'] },
});
