import { defineResource } from '../resource-kit/define-resource.ts';
import { asOptions, choice, image, richText, text } from '../resource-kit/fields.ts';

export const brandsPage = defineResource({
  name: 'brandsPage',
  label: 'Brand',
  titleField: 'title',
  hasDistinctNames: true,
  paths: {
    list: '/brandsPage/BrandsPageList',
    view: '/brandsPage/BrandsPageView/:id',
    form: '/brandsPage/BrandsPageAddEdit',
  },
  fields: {
    role: choice({
      label: 'Role',
      isRequired: true,
      options: asOptions(['Brand', 'Collection']),
    }),
    title: text({ label: 'Brand Title', isRequired: true, isSearchable: true }),
    subTitle: text({ label: 'Brand Sub Title', isSearchable: true }),
    gallerySubheading: text({ label: 'Gallery Subheading', isSearchable: true }),
    description: richText({ label: 'Description', isSearchable: true }),
    logo: image({ label: 'Upload logo' }),
    bannerImage: image({ label: 'Upload Banner Image' }),
    descriptionImage: image({ label: 'Upload Description Image' }),
    galleryImage1: image({ label: 'Gallery Image 1' }),
    galleryImage2: image({ label: 'Gallery Image 2' }),
    galleryImage3: image({ label: 'Gallery Image 3' }),
    galleryImage4: image({ label: 'Gallery Image 4' }),
    galleryImage5: image({ label: 'Gallery Image 5' }),
    galleryImage6: image({ label: 'Gallery Image 6' }),
  },
});
