import { defineResource } from '../resource-kit/define-resource.ts';
import { image, pageFieldNames, pageFields, richText, status, text } from '../resource-kit/fields.ts';

export const blogs = defineResource({
  name: 'blogs',
  label: 'Blog',
  titleField: 'title',
  paths: { list: '/FrontendCMS/Blogs/BlogsList', form: '/FrontendCMS/Blogs/BlogsAddEdit' },
  fields: {
    title: text({ label: 'Blog Title', isRequired: true, isSearchable: true }),
    description: richText({ label: 'Description', isSearchable: true }),
    author: text({ label: 'Author', isSearchable: true }),
    image: image({ label: 'Upload Image' }),
    status: status({ isExtra: true }),
    ...pageFields(),
  },
  site: {
    path: 'blogs',
    fields: ['title', 'description', 'author', 'image', ...pageFieldNames],
    filters: ['slug'],
    orders: ['title'],
  },
});
