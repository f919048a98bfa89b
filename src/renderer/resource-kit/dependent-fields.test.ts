import { expect, it } from 'vitest';
import { country, location } from '#shared/resources/geography.ts';
import { notification } from '#shared/resources/notification.ts';
import { product } from '#shared/resources/product.ts';
import { user } from '#shared/resources/user.ts';
import { getDependentFields, getParentFields } from './dependent-fields.ts';

it.each([
  [location, 'cityId', ['countryId', 'regionId', 'stateId']],
  [user, 'regionId', ['countryId']],
  [user, 'locationId', ['countryId', 'regionId', 'stateId', 'cityId']],
  [product, 'subCategoryId', ['categoryId']],
  [product, 'attributeValueId', ['attributeId']],
  [user, 'countryId', []],
  [notification, 'userId', []],
  [country, 'name', []],
])('filters the options of $name.%s by their common parent', (resource, name, expected) => {
  expect(getParentFields(resource, name)).toEqual(expected);
});

it('clears values that no longer fit', () => {
  expect(getDependentFields(user, 'stateId')).toEqual(['cityId', 'locationId']);
  expect(getDependentFields(location, 'cityId')).toEqual([]);
});
