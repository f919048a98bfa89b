import { expect, it, vi } from 'vitest';
import { resources } from '#shared/resources/index.ts';
import { getAddPath, getListPath, getRecordPath } from '../resource-kit/record-paths.ts';
import { findItemByPath } from './pages.ts';

vi.mock('../platform/index.ts', () => ({ platform: {}, NetworkError: Error }));

const record = { _id: '1', categoryId: '2', attributeId: '3', version: 1, createdAt: '', updatedAt: '' };
const named = (name: string) => resources.find((resource) => resource.name === name) ?? expect.fail('it exists');

// Help messages open in their chat, and templates where catalogues are made, which is on no menu.
const names = resources.map(({ name }) => name).filter((name) => !['helpMessage', 'catalogueTemplate'].includes(name));

it.each(names)('has a page for a record of %s', (name) => {
  const address = getRecordPath(named(name), record);
  const [pathname = ''] = address.split('?');
  const list = getListPath(named(name), {});
  expect(findItemByPath(pathname)).toBeDefined();
  expect(address).toContain('1');
  if (list) expect(findItemByPath(list.replace('?', ''))).toBe(findItemByPath(pathname));
});

it.each([
  ['faq', '/FrontendCMS/FAQPage/FAQDetail/1'],
  ['video', '/FrontendCMS/Video/VideoAddEdit/1'],
  ['subCategory', '/SubCategory/SubCategoryAddEdit/2/1'],
  ['attribute', '/Attribute/AddAttribute?id=1'],
  ['attributeValue', '/AttributeValue/AddAttributeValue/3/1'],
  ['city', '/CityList?open=1'],
  ['catalogueTemplate', '/catalogue/CatalogueMake?open=1'],
])('opens a record of %s at %s', (name, address) => {
  expect(getRecordPath(named(name), record)).toBe(address);
});

it.each([
  ['country', {}, '/CountryList?open=new'],
  ['city', { countryId: '2' }, '/CityList?countryId=2&open=new'],
  ['category', {}, '/Category/CategoryAddEdit'],
  ['subCategory', { categoryId: '3' }, '/SubCategory/SubCategoryAddEdit/3'],
  ['attribute', {}, '/Attribute/AddAttribute'],
  ['attributeValue', { attributeId: '4' }, '/AttributeValue/AddAttributeValue/4'],
  ['user', {}, '/UserManagerAddEdit'],
])('adds a record of %s with %o at %s', (name, references, address) => {
  expect(getAddPath(named(name), references as Record<string, string>)).toBe(address);
});

it('returns no add page for an unknown parent', () => {
  expect(getAddPath(named('subCategory'), {})).toBeUndefined();
});

it('filters the list of a resource by a referenced record', () => {
  expect(getListPath(named('state'), { countryId: '1', regionId: '2' })).toBe('/StateList?countryId=1&regionId=2');
  expect(getListPath(named('subCategory'), { categoryId: '1' })).toBeUndefined();
});
