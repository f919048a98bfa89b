import { IconPackage, IconPencilPlus } from '@tabler/icons-react';
import { product } from '#shared/resources/product.ts';
import { resourceScreens } from '../resource/screens/resource-screens.ts';

export const productScreens = resourceScreens(product, {
  menu: { group: 'cms', label: 'Product Catalog', icon: IconPackage },
  list: async () => (await import('./product/product-list.tsx')).ProductList,
  view: async () => (await import('./product/product-view.tsx')).ProductView,
  form: async () => (await import('./product/product-form.tsx')).ProductForm,
  prepare: async (...input) => (await import('./product/product-body.ts')).productBody(...input),
  more: {
    multiAdd: {
      load: async () => (await import('./product/product-form.tsx')).ProductForm,
      menu: { group: 'cms', label: 'Product Multi Catalog', icon: IconPencilPlus },
    },
    import: { load: async () => (await import('./product-import/product-import.tsx')).ProductImport },
  },
});
