import { IconBook2, IconBuildingStore, IconCategory, IconTags, IconUsers } from '@tabler/icons-react';
import { createElement } from 'react';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { formatCountInSentence } from '#shared/resource-kit/labels.ts';
import { fillPath } from '#shared/resource-kit/paths.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { brandsPage } from '#shared/resources/brands-page.ts';
import { catalogue } from '#shared/resources/catalogue.ts';
import { category } from '#shared/resources/category.ts';
import { dealer } from '#shared/resources/dealer.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { user } from '#shared/resources/user.ts';
import { resourceScreens } from '../resource-kit/screens/resource-screens.tsx';
import { AttributeSwatches, SwatchName } from '../resource-kit/swatch.tsx';
import { galleryFields } from './brand/fill-gallery.ts';

/** Other servers than ours don't return the number. */
const countSubCategories = ({ subCategoryCount: count }: AnyRecord): string =>
  typeof count === 'number' ? formatCountInSentence(count, subCategory) : subCategory.label;

export const mainScreens = [
  resourceScreens(user, {
    menu: { label: 'User Manage', icon: IconUsers, to: `${user.paths.list}/?role=All` },
    purpose: 'People who can log in here, with what they may do.',
    list: async () => (await import('./user/user-pages.tsx')).UserList,
    view: async () => (await import('./user/user-pages.tsx')).UserDetail,
    prepare: async () => (await import('./user/user-form.tsx')).userBody,
    // Both identify an account at login, so no two users can share them.
    adaptCopy: ({ values }) => ({ ...values, name: '', email: '', phone: '' }),
    form: async () => (await import('./user/user-form.tsx')).UserForm,
  }),
  resourceScreens(category, {
    menu: { label: 'Category', icon: IconCategory },
    purpose: 'Categories sort your products. Customers browse by them.',
    columns: (column) => [
      column.rowNumber(),
      column.field('image', { width: '7.25rem' }),
      column.field('banner', { width: '7.25rem', shape: 'wide' }),
      column.field('name', { width: '16%' }),
      column.field('description'),
      column.field('status', { width: '6.5rem' }),
      column.link({
        header: 'Sub Category',
        width: '8.25rem',
        label: countSubCategories,
        to: ({ _id }) => fillPath(subCategory.paths.list, { categoryId: _id }),
      }),
      column.actions(),
    ],
    sections: { Category: ['name', 'description'], Images: ['image', 'banner'] },
  }),
  resourceScreens(subCategory, {
    parent: category,
    purpose: 'Sub categories sort the products of a large category.',
    title: (categoryName) => `Sub Categories of ${categoryName}`,
    columns: (column) => [
      column.rowNumber(),
      column.field('name', { width: '25%' }),
      column.field('description'),
      column.field('status'),
      column.actions(),
    ],
    sections: { 'Sub category': ['categoryId', 'name', 'description'] },
  }),
  resourceScreens(attribute, {
    menu: { label: 'Attribute', icon: IconTags, to: `${attribute.paths.list}/` },
    purpose: 'What variants of a product differ in, such as colour or size.',
    columns: (column) => [
      column.rowNumber(),
      column.field('name'),
      column.link({
        header: 'Attribute Value',
        width: '16rem',
        label: ({ _id }) => createElement(AttributeSwatches, { attributeId: _id }),
        to: ({ _id }) => fillPath(attributeValue.paths.list, { attributeId: _id }),
      }),
      column.actions(),
    ],
    prepare: async () => (await import('./attribute/attribute-form.tsx')).attributeBody,
    adaptCopy: async (copy) => (await import('./attribute/attribute-form.tsx')).adaptAttributeCopy(copy),
    form: async () => (await import('./attribute/attribute-form.tsx')).AttributeForm,
  }),
  resourceScreens(attributeValue, {
    parent: attribute,
    purpose: 'The choices of this attribute, such as Blue and Red for a colour.',
    columns: (column) => [
      column.rowNumber(),
      {
        ...column.field('name', { header: 'Attribute Value Name' }),
        cell: (value) => createElement(SwatchName, { value, name: value.name }),
      },
      column.actions(),
    ],
    form: async () => (await import('./attribute/attribute-form.tsx')).AttributeValueForm,
  }),
  resourceScreens(brandsPage, {
    menu: { label: 'Brands Page', icon: IconBuildingStore },
    purpose: 'Each brand gets a page with its story and images.',
    columns: (column) => [
      column.field('bannerImage', { header: 'Brand Image', width: '8rem', shape: 'wide' }),
      column.field('role', { header: 'Brand Role', width: '8rem' }),
      column.field('title', { header: 'Title', width: '22%' }),
      column.field('description'),
      { ...column.field('status'), isHiddenByDefault: 'narrow' },
      column.link({
        header: 'View',
        width: '5rem',
        label: 'View',
        to: ({ _id }) => fillPath(brandsPage.paths.view, { id: _id }),
      }),
      column.actions({ width: '7.5rem' }),
    ],
    listOptions: { view: null },
    values: [
      { name: 'title', label: 'Title' },
      'description',
      { name: 'bannerImage', label: 'Banner Image' },
      { name: 'descriptionImage', label: 'Description Image' },
      ...galleryFields,
    ],
    form: async () => (await import('./brand/brand-form.tsx')).BrandForm,
  }),
  resourceScreens(catalogue, {
    menu: { label: 'Catalogue Page', icon: IconBook2 },
    purpose: 'PDF catalogues that customers can download.',
    list: async () => (await import('./catalogue/catalogue-list.tsx')).CatalogueList,
    form: async () => (await import('./catalogue/catalogue-form.tsx')).CatalogueForm,
  }),
];

/** Dealers, to whom the catalogue page leads. */
export const dealerScreens = resourceScreens(dealer, {
  parent: catalogue,
  purpose:
    'Businesses that sell your products. Each can get catalogues with its own name, pictures, prices and products.',
  columns: (column) => [
    column.rowNumber(),
    column.field('logo', { width: '7rem' }),
    column.field('name'),
    column.field('priceFormula', { width: '11rem' }),
    column.field('categoryId', { header: 'Category', width: '14rem' }),
    column.field('status'),
    column.actions(),
  ],
  sections: { Dealer: ['name', 'priceFormula', 'categoryId', 'skus'] },
  sidebarSections: { Images: ['logo', 'cover'] },
});
