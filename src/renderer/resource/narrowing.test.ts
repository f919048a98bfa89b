import { expect, it } from 'vitest';
import { country } from '#shared/resources/country.ts';
import { location } from '#shared/resources/location.ts';
import { notification } from '#shared/resources/notification.ts';
import { product } from '#shared/resources/product.ts';
import { user } from '#shared/resources/user.ts';
import { dependentNames, narrowingNames } from './narrowing.ts';

it.each([
  [location, 'cityId', ['countryId', 'regionId', 'stateId']],
  [user, 'regionId', ['countryId']],
  [user, 'locationId', ['countryId', 'regionId', 'stateId', 'cityId']],
  [product, 'subCategoryId', ['categoryId']],
  [product, 'attributeValueId', ['attributeId']],
  [user, 'countryId', []],
  [notification, 'userId', []],
  [country, 'name', []],
])('narrows the choice of $name.%s by what both belong to', (resource, name, expected) => {
  expect(narrowingNames(resource, name)).toEqual(expected);
});

it('knows which choices no longer fit after another one', () => {
  expect(dependentNames(user, 'stateId')).toEqual(['cityId', 'locationId']);
  expect(dependentNames(location, 'cityId')).toEqual([]);
});
