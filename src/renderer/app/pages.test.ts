import { describe, expect, it, vi } from 'vitest';
import { fillPath, listPathnames } from '#shared/resource-kit/paths.ts';
import { resources } from '#shared/resources/index.ts';
import { screens } from '../screens/index.ts';
import { findItemByHref, findItemByPath, mainItems, mediaItems, navigationGroups } from './pages.ts';

vi.mock('../platform/index.ts', () => ({ platform: {}, NetworkError: Error }));

const entries = [...mainItems, ...mediaItems, ...navigationGroups.flatMap((group) => group.items)];
const somewhere = { id: '1', categoryId: '2', attributeId: '3' };

describe('screens', () => {
  it('has one screen for each declared path', () => {
    // Templates open on the page that makes catalogues, which no resource owns.
    const owners = resources.filter(({ name }) => name !== 'catalogueTemplate');
    const declared = owners.flatMap(({ paths }) => listPathnames(paths));
    const shown = screens.flatMap(({ pages }) => pages.map(({ path }) => path));
    expect(shown.toSorted()).toEqual(declared.toSorted());
  });
});

describe('navigation', () => {
  const paths = screens.flatMap(({ pages }) => pages.map(({ path }) => path));

  it.each(paths)('has one entry for the page %s', (path) => {
    const owners = entries.filter((entry) => entry.paths.includes(path));
    expect(owners).toHaveLength(1);
    expect(findItemByPath(fillPath(path, somewhere))).toBe(owners[0]);
  });

  it('shows the user list at the root', () => {
    expect(findItemByPath('/')?.label).toBe('User Manage');
  });

  it('has no entry for an unknown path', () => {
    expect(findItemByPath('/nowhere')).toBeUndefined();
  });

  it('finds an entry by its remembered address', () => {
    for (const entry of entries) expect(findItemByHref(entry.to)).toBe(entry);
    expect(findItemByHref(null)).toBeUndefined();
  });

  it('has the entries of the specification', () => {
    expect(mainItems.map(({ label, to }) => [label, to])).toEqual([
      ['User Manage', '/UserManagerList/?role=All'],
      ['Category', '/Category/CategoryList'],
      ['Attribute', '/Attribute/AddAttributeList/'],
      ['Brands Page', '/brandsPage/BrandsPageList'],
      ['Catalogue Page', '/catalogue/CatalogueList'],
    ]);
    const [cms] = navigationGroups;
    expect(cms?.items.map(({ label, to }) => [label, to])).toEqual([
      ['Banners', '/FrontendCMS/Banner/BannerList'],
      ['Home Page Video', '/FrontendCMS/Video/VideoList'],
      ['Blogs', '/FrontendCMS/Blogs/BlogsList'],
      ['Product Catalog', '/FrontendCMS/Product/ProductList'],
      ['Product Multi Catalog', '/FrontendCMS/Product/ProductAdd'],
      ['Contact', '/FrontendCMS/Contact/ContactList'],
      ['Life at the company', '/FrontendCMS/life-at-saya/list'],
      ['Opportunity', '/FrontendCMS/opportunity/list'],
    ]);
  });
});
