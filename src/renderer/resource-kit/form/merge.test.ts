import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { faq } from '#shared/resources/faq.ts';
import { user } from '#shared/resources/user.ts';
import { findDifferences, mergeValues } from './merge.ts';

const recordOf = (values: Record<string, unknown>): AnyRecord => ({
  _id: '1',
  version: 1,
  createdAt: '',
  updatedAt: '',
  ...values,
});

const base = recordOf({ name: 'Refills?', description: '<p>Yes</p>', status: 'ACTIVE' });

describe('findDifferences', () => {
  it('merges fields that only one side changed', () => {
    const theirs = { ...base, version: 2, status: 'INACTIVE' };
    const mine = { name: 'Ink?', description: '<p>Yes</p>', status: 'ACTIVE' };
    expect(findDifferences({ resource: faq, base, theirs, mine })).toEqual([
      { names: ['name'], isConflict: false, suggested: 'mine' },
      { names: ['status'], isConflict: false, suggested: 'theirs' },
    ]);
  });

  it('reports fields that both sides changed differently', () => {
    const theirs = { ...base, version: 2, name: 'Pens?', description: '<p>No</p>' };
    const mine = { name: 'Ink?', description: '<p>No</p>', status: 'ACTIVE' };
    expect(findDifferences({ resource: faq, base, theirs, mine })).toEqual([
      { names: ['name'], isConflict: true, suggested: 'mine' },
    ]);
  });

  it('merges places together', () => {
    const places = { countryId: 'in', regionId: 'south', stateId: 'kl', cityId: null, locationId: null };
    const before = recordOf({ name: 'Meera', ...places });
    const theirs = { ...before, version: 2, stateId: 'tn' };
    const mine = { name: 'Meera', ...places, cityId: 'kochi' };
    expect(findDifferences({ resource: user, base: before, theirs, mine })).toEqual([
      {
        names: ['countryId', 'regionId', 'stateId', 'cityId', 'locationId'],
        isConflict: true,
        suggested: 'mine',
      },
    ]);
  });

  it('compares nested values in serialized form', () => {
    const initialValues = (record: AnyRecord | null) => ({
      parts: { toJSON: () => [String(record?.parts)] },
    });
    const before = { ...base, parts: 1 };
    const theirs = { ...base, version: 2, parts: 2 };
    const mine = { name: 'Refills?', description: '<p>Yes</p>', status: 'ACTIVE', parts: ['1'] };
    expect(findDifferences({ resource: faq, base: before, theirs, mine, initialValues })).toEqual([
      { names: ['parts'], isConflict: false, suggested: 'theirs' },
    ]);
  });

  it('keeps the password of the form', () => {
    const before = recordOf({ name: 'Meera' });
    const theirs = { ...before, version: 2 };
    const mine = { name: 'Meera', password: 'a new password' };
    expect(findDifferences({ resource: user, base: before, theirs, mine })).toEqual([]);
  });
});

describe('mergeValues', () => {
  it('uses the chosen fields of the other side', () => {
    const mine = { name: 'Ink?', status: 'ACTIVE', password: 'x' };
    expect(mergeValues({ mine, theirs: { name: 'Pens?', status: 'INACTIVE' }, fieldsFromTheirs: ['status'] })).toEqual({
      name: 'Ink?',
      status: 'INACTIVE',
      password: 'x',
    });
  });
});
