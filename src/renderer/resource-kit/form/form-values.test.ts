import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { category } from '#shared/resources/category.ts';
import { region } from '#shared/resources/geography.ts';
import { collectLocalFiles } from '../../platform/local-files.ts';
import { serializeValues, toFormValues } from './form-values.ts';

describe('toFormValues', () => {
  it('gives a new record its defaults', () => {
    expect(toFormValues(region, null)).toEqual({ countryId: null, name: '', status: 'ACTIVE' });
  });

  it('copies only the fields of a record', () => {
    const meta = { _id: '1', version: 3, createdAt: '', updatedAt: '', countryName: 'India' };
    expect(toFormValues(region, { ...meta, countryId: 'c', name: 'North', status: 'INACTIVE' })).toEqual({
      countryId: 'c',
      name: 'North',
      status: 'INACTIVE',
    });
  });
});

it('contains values derived from the record', () => {
  const initial = (record: AnyRecord | null) => ({ before: record?.name ?? 'none' });
  expect(toFormValues(region, null, initial)).toMatchObject({ before: 'none', status: 'ACTIVE' });
});

describe('collectLocalFiles', () => {
  it('finds only local files', () => {
    const file = { id: 'f', name: 'a.png', size: 1, type: 'image/png', previewUrl: 'blob:x' };
    const other = { ...file, id: 'g' };
    const values = { ...toFormValues(category, null), image: file, banner: 'stored.png' };
    expect(collectLocalFiles({ ...values, parts: [{ images: [file, 'a.png', other] }] })).toEqual([file, other]);
  });
});

it('serializes nested values', () => {
  const kept = { toJSON: () => ['plain'] };
  expect(serializeValues({ name: 'Pen', parts: kept, none: null })).toEqual({
    name: 'Pen',
    parts: ['plain'],
    none: null,
  });
});
