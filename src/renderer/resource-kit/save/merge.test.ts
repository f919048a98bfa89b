import { describe, expect, it } from 'vitest';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { category } from '#shared/resources/category.ts';
import { faq } from '#shared/resources/faq.ts';
import { user } from '#shared/resources/user.ts';
import { findDifferences, mergeValues, type Versions } from './merge.ts';

const recordOf = (values: Record<string, unknown>): AnyRecord => ({
  _id: '1',
  version: 1,
  createdAt: '',
  updatedAt: '',
  ...values,
});

const base = recordOf({ name: 'Refills?', description: '<p>Yes</p>', status: 'ACTIVE' });

const compare = (resource: Resource, versions: Versions) =>
  findDifferences(resource, versions, Object.keys(versions.mine));

describe('findDifferences', () => {
  it('merges fields that only one side changed', () => {
    const theirs = { ...base, version: 2, status: 'INACTIVE' };
    const mine = { name: 'Ink?', description: '<p>Yes</p>', status: 'ACTIVE' };
    expect(compare(faq, { base, theirs, mine })).toEqual([
      { names: ['name'], isConflict: false, suggested: 'mine' },
      { names: ['status'], isConflict: false, suggested: 'theirs' },
    ]);
  });

  it('reports fields that both sides changed differently', () => {
    const theirs = { ...base, version: 2, name: 'Pens?', description: '<p>No</p>' };
    const mine = { name: 'Ink?', description: '<p>No</p>', status: 'ACTIVE' };
    expect(compare(faq, { base, theirs, mine })).toEqual([{ names: ['name'], isConflict: true, suggested: 'mine' }]);
  });

  it('merges a picture and its alternative text together', () => {
    const before = recordOf({ image: 'a.png', imageAlt: 'A pen' });
    const theirs = { ...before, version: 2, image: 'b.png', imageAlt: '' };
    const mine = { image: 'a.png', imageAlt: 'A blue pen' };
    expect(compare(category, { base: before, theirs, mine })).toEqual([
      { names: ['image', 'imageAlt'], isConflict: true, suggested: 'mine' },
    ]);
  });

  it('merges places together', () => {
    const places = { countryId: 'in', regionId: 'south', stateId: 'kl', cityId: null, locationId: null };
    const before = recordOf({ name: 'Meera', ...places });
    const theirs = { ...before, version: 2, stateId: 'tn' };
    const mine = { name: 'Meera', ...places, cityId: 'kochi' };
    expect(compare(user, { base: before, theirs, mine })).toEqual([
      {
        names: ['countryId', 'regionId', 'stateId', 'cityId', 'locationId'],
        isConflict: true,
        suggested: 'mine',
      },
    ]);
  });

  it('compares nested values in serialized form', () => {
    const parts = (value: string) => ({ toJSON: () => [value] });
    const versions = { base: { parts: parts('1') }, theirs: { parts: parts('2') }, mine: { parts: ['1'] } };
    expect(findDifferences(faq, versions, ['parts'])).toEqual([
      { names: ['parts'], isConflict: false, suggested: 'theirs' },
    ]);
  });
});

describe('mergeValues', () => {
  it('uses the chosen fields of the other side', () => {
    const mine = { name: 'Ink?', status: 'ACTIVE', password: 'x' };
    expect(mergeValues({ mine, theirs: { name: 'Pens?', status: 'INACTIVE' } }, ['status'])).toEqual({
      name: 'Ink?',
      status: 'INACTIVE',
      password: 'x',
    });
  });
});
