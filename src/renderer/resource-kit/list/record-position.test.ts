// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { category } from '#shared/resources/category.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { parseListPath } from './record-position.tsx';

it('reads the state of a list from its address', () => {
  expect(parseListPath(category, '/Category/CategoryList?pageIndex=2&pageSize=20&status=ACTIVE')).toMatchObject({
    pageIndex: 2,
    pageSize: 20,
    filters: { status: 'ACTIVE' },
  });
});

it('takes the parent of a child list from the path', () => {
  expect(parseListPath(subCategory, '/SubCategory/SubCategoryList/abc')?.filters).toEqual({
    categoryId: 'abc',
  });
});

it('ignores the list of another resource', () => {
  expect(parseListPath(category, '/FrontendCMS/Product/ProductList')).toBeNull();
});
