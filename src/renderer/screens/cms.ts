import {
  IconBriefcase,
  IconMail,
  IconNews,
  IconPackage,
  IconPencilPlus,
  IconPhoto,
  IconPlant2,
  IconVideo,
} from '@tabler/icons-react';
import { banner } from '#shared/resources/banner.ts';
import { blogs } from '#shared/resources/blogs.ts';
import { completenessRules } from '#shared/resources/completeness-rules.ts';
import { contact } from '#shared/resources/contact.ts';
import { lifeAtSaya } from '#shared/resources/life-at-saya.ts';
import { opportunity } from '#shared/resources/opportunity.ts';
import { product } from '#shared/resources/product.ts';
import { video } from '#shared/resources/video.ts';
import { resourceScreens } from '../resource-kit/screens/resource-screens.tsx';

export const cmsScreens = [
  resourceScreens(banner, {
    menu: { label: 'Banners', icon: IconPhoto },
    purpose: 'Large images at the top of your website’s home page. Add one for each campaign.',
    columns: (column) => [
      column.field('imageUrl', { header: 'Banner Image', width: '14rem', shape: 'whole' }),
      column.field('name'),
      { ...column.field('placement', { width: '14rem' }), isHiddenByDefault: 'narrow' },
      { ...column.field('link', { width: '14rem' }), isHiddenByDefault: 'narrow' },
      column.field('status'),
      column.actions(),
    ],
    sections: { Banner: ['imageUrl', 'name', 'link', 'placement'] },
  }),
  resourceScreens(video, {
    menu: { label: 'Home Page Video', icon: IconVideo },
    purpose: 'The video that visitors see on your website’s home page.',
    title: 'Home Page Video',
    columns: (column) => [
      column.field('name', { header: 'Name', width: '25%' }),
      column.field('videoUrl', { header: 'Video', width: '16rem' }),
      column.field('description'),
      column.field('status'),
      column.actions(),
    ],
  }),
  resourceScreens(blogs, {
    menu: { label: 'Blogs', icon: IconNews },
    purpose: 'Write about new products, events or how paper is made. Blogs appear on your website.',
    columns: (column) => [
      column.rowNumber(),
      column.field('image', { header: 'Image', width: '5rem' }),
      column.field('title', { width: '28%' }),
      column.field('description', { header: 'Blog Description' }),
      column.field('author', { header: 'Blog Author', width: '15%' }),
      { ...column.field('status'), isHiddenByDefault: 'narrow' },
      column.actions(),
    ],
    sections: { Blog: ['title', 'description'] },
    sidebarSections: { Details: ['author', 'image'] },
  }),
  resourceScreens(product, {
    menu: { label: 'Product Catalog', icon: IconPackage },
    purpose:
      'Everything that you sell, with variants, prices and images. Add products one by one, or import a spreadsheet.',
    list: async () => (await import('./product/product-list.tsx')).ProductList,
    view: async () => (await import('./product/product-view.tsx')).ProductView,
    form: async () => (await import('./product/product-form.tsx')).ProductForm,
    prepare: async () => (await import('./product/product-body.ts')).productBody,
    adaptCopy: async (copy) => (await import('./product/product-body.ts')).adaptProductCopy(copy),
    more: {
      multiAdd: {
        load: async () => (await import('./product/product-form.tsx')).ProductForm,
        menu: { label: 'Product Multi Catalog', icon: IconPencilPlus },
      },
      import: { load: async () => (await import('./product-import/product-import.tsx')).ProductImport },
    },
  }),
  resourceScreens(completenessRules, {
    parent: product,
    form: async () => (await import('./product/completeness/completeness-section.tsx')).CompletenessRulesForm,
  }),
  resourceScreens(contact, {
    menu: { label: 'Contact', icon: IconMail },
    purpose: 'The email, phone and address that your website shows.',
    columns: (column) => [
      column.field('email'),
      column.field('phone', { width: '30%' }),
      column.field('status'),
      column.actions(),
    ],
    sections: { 'Contact details': ['email', 'phone', 'address'] },
    viewTitle: 'Contact details',
    values: ['email', { name: 'phone', label: 'Phone' }, 'address', 'status'],
  }),
  resourceScreens(lifeAtSaya, {
    menu: { label: 'Life at the company', icon: IconPlant2 },
    purpose: 'Images, videos and people that show what working here is like.',
    columns: (column) => [
      column.field('role', { header: 'Role', width: '20%' }),
      column.field('image', { header: 'Image', width: '6rem' }),
      column.field('video', { header: 'Video', width: '16rem' }),
      column.field('name'),
      column.field('designation'),
      { ...column.field('status'), isHiddenByDefault: 'narrow' },
      column.actions({ width: '7.5rem' }),
    ],
    tabs: 'role',
    listOptions: { addLabel: 'Add', emptyText: 'No content yet' },
    prepare: async () => (await import('./life-at-company/life-at-company-form.tsx')).lifeAtCompanyBody,
    form: async () => (await import('./life-at-company/life-at-company-form.tsx')).LifeAtCompanyForm,
  }),
  resourceScreens(opportunity, {
    menu: { label: 'Opportunity', icon: IconBriefcase },
    purpose: 'Open positions. Applicants find them on your website.',
    columns: (column) => [
      column.rowNumber(),
      column.field('profile', { width: '24%' }),
      column.field('selectedJobTypes'),
      column.field('selectedLocation'),
      column.field('industry', { width: '8rem' }),
      column.field('salary', { width: '14%' }),
      { ...column.field('status'), isHiddenByDefault: 'narrow' },
      column.actions(),
    ],
    sections: {
      Position: ['profile', 'aboutJob', 'aboutCompany'],
      Requirements: ['responsibilty', 'skills', 'quality', 'qualification'],
    },
    sidebarSections: { 'Job details': ['selectedJobTypes', 'selectedLocation', 'industry', 'salary'] },
  }),
];
