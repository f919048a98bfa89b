import { expect, it } from 'vitest';
import { resources } from '#shared/resources/index.ts';
import { listAddress, places } from '../resource/addresses.ts';
import { entryOf } from './navigation.ts';

const record = { _id: '1', categoryId: '2', attributeId: '3', version: 1, createdAt: '', updatedAt: '' };

// A message opens with its chat.
const names = resources.map(({ name }) => name).filter((name) => name !== 'helpMessage');

it.each(names)('knows where a record of %s opens', (name) => {
  const place = places[name] ?? expect.fail('it has a place');
  const [pathname = ''] = place.record(record).split('?');
  expect(entryOf(pathname)).toBeDefined();
  expect(place.record(record)).toContain('1');
  if (place.list) expect(entryOf(place.list)).toBe(entryOf(pathname));
});

it.each([
  ['country', '/CountryList?open=new'],
  ['city', '/CityList?countryId=2&open=new'],
  ['category', '/Category/CategoryAddEdit'],
  ['subCategory', '/SubCategory/SubCategoryAddEdit/3'],
  ['attribute', '/Attribute/AddAttribute'],
  ['attributeValue', '/AttributeValue/AddAttributeValue/4'],
  ['user', '/UserManagerAddEdit'],
])('knows where a record of %s is added', (name, address) => {
  const references = {
    city: { countryId: '2' },
    subCategory: { categoryId: '3' },
    attributeValue: { attributeId: '4' },
  };
  expect(places[name]?.add?.(references[name as keyof typeof references] ?? {})).toBe(address);
});

it('adds nothing to a record that is not known', () => {
  expect(places.subCategory?.add?.({})).toBeUndefined();
});

it('narrows the list of a resource to what refers to a record', () => {
  expect(listAddress('state', { countryId: '1', regionId: '2' })).toBe('/StateList?countryId=1&regionId=2');
  expect(listAddress('subCategory', { categoryId: '1' })).toBeUndefined();
});
