import type { BrandsPage, Category, Product } from '@catalogue/site-client';
import content from 'content.json';

export const { lists, singletons } = content;

/** The office's order where there is one, otherwise that of creation. */
const inOrder = <Item extends object>(records: readonly Item[]): Item[] => {
  const positionOf = (record: Item) =>
    'position' in record && typeof record.position === 'number' ? record.position : Infinity;
  return records.toSorted((a, b) => (positionOf(a) === positionOf(b) ? 0 : positionOf(a) - positionOf(b)));
};

export const categories = inOrder(lists.categories);
export const brands = inOrder(lists.brands);
export const banners = inOrder(lists.banners).filter(({ imageUrl }) => imageUrl);
export const openings = inOrder(lists.openings);
export const products = inOrder(lists.products.toSorted((a, b) => a.name.localeCompare(b.name)));
export const blogs = lists.blogs.toReversed();
export const catalogues = lists.catalogues.toReversed();

export const pathOf = {
  category: ({ slug }: Pick<Category, 'slug'>) => `/categories/${slug}/`,
  subCategory: (category: Pick<Category, 'slug'>, { slug }: { slug: string }) =>
    `/categories/${category.slug}/${slug}/`,
  product: ({ slug }: Pick<Product, 'slug'>) => `/products/${slug}/`,
  brand: ({ slug }: Pick<BrandsPage, 'slug'>) => `/brands/${slug}/`,
  blog: ({ slug }: { slug: string }) => `/blogs/${slug}/`,
  catalogue: ({ slug }: { slug: string }) => `/catalogues/${slug}/`,
  opening: ({ slug }: { slug: string }) => `/openings/${slug}/`,
};

export const productsIn = ({ id }: { id: string }): Product[] =>
  products.filter(({ category, subCategory }) => category?.id === id || subCategory?.id === id);

/** The lowest and the highest price of a product and its variants; null without any. */
export const priceRange = ({ price, variants }: Product): [number, number] | null => {
  const prices = (variants.length > 0 ? variants.map((variant) => variant.price) : [price]).filter(
    (each) => each !== null,
  );
  return prices.length > 0 ? [Math.min(...prices), Math.max(...prices)] : null;
};

export const imageOf = ({ thumbnail, variants }: Product) =>
  thumbnail ?? variants.flatMap(({ images }) => images)[0] ?? null;

/** Everything with a page, for the search and the map of the site. */
export const listPages = (): { path: string; title: string; kind: string; text: string; updatedAt: string }[] => [
  ...products.map((each) => ({
    path: pathOf.product(each),
    title: each.name,
    kind: 'Product',
    text: [
      each.seoDescription,
      each.category?.name,
      each.subCategory?.name,
      each.sku,
      ...each.variants.flatMap(({ name, sku }) => [name, sku]),
    ]
      .filter(Boolean)
      .join(' '),
    updatedAt: each.updatedAt,
  })),
  ...categories.flatMap((each) => [
    {
      path: pathOf.category(each),
      title: each.name,
      kind: 'Category',
      text: each.description,
      updatedAt: each.updatedAt,
    },
    ...each.subCategories.map((sub) => ({
      path: pathOf.subCategory(each, sub),
      title: sub.name,
      kind: each.name,
      text: sub.description,
      updatedAt: sub.updatedAt,
    })),
  ]),
  ...brands.map((each) => ({
    path: pathOf.brand(each),
    title: each.title,
    kind: each.role ?? 'Brand',
    text: each.subTitle,
    updatedAt: each.updatedAt,
  })),
  ...blogs.map((each) => ({
    path: pathOf.blog(each),
    title: each.title,
    kind: 'Blog',
    text: each.seoDescription,
    updatedAt: each.updatedAt,
  })),
  ...catalogues.map((each) => ({
    path: pathOf.catalogue(each),
    title: each.name,
    kind: 'Catalogue',
    text: each.seoDescription,
    updatedAt: each.updatedAt,
  })),
  ...openings.map((each) => ({
    path: pathOf.opening(each),
    title: each.profile,
    kind: 'Opening',
    text: each.aboutJob,
    updatedAt: each.updatedAt,
  })),
];

/** Pages beside those of records, as far as they have content. */
export const sections = [
  { path: '/categories/', title: 'Products', isShown: true },
  { path: '/brands/', title: 'Brands', isShown: brands.length > 0 },
  { path: '/catalogues/', title: 'Catalogues', isShown: catalogues.length > 0 },
  { path: '/blogs/', title: 'Journal', isShown: blogs.length > 0 },
  { path: '/life/', title: 'Life at the company', isShown: lists.life.length > 0 },
  { path: '/openings/', title: 'Openings', isShown: openings.length > 0 },
  { path: '/about/', title: 'About us', isShown: singletons.about !== null },
  { path: '/faqs/', title: 'Questions', isShown: lists.faqs.length > 0 },
  { path: '/contact/', title: 'Contact', isShown: singletons.contact !== null },
  { path: '/terms/', title: 'Terms', isShown: singletons.terms !== null },
  { path: '/privacy/', title: 'Privacy', isShown: singletons.privacy !== null },
].filter(({ isShown }) => isShown);
