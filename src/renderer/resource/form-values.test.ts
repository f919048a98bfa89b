import { describe, expect, it } from 'vitest';
import { category } from '#shared/resources/category.ts';
import { region } from '#shared/resources/region.ts';
import { localFilesOf, toFormValues } from './form-values.ts';

describe('toFormValues', () => {
  it('starts a new record empty and ACTIVE', () => {
    expect(toFormValues(region, null)).toEqual({ countryId: null, name: '', status: 'ACTIVE' });
  });

  it('takes the fields of a record and nothing else of it', () => {
    const meta = { _id: '1', version: 3, createdAt: '', updatedAt: '', countryName: 'India' };
    expect(toFormValues(region, { ...meta, countryId: 'c', name: 'North', status: 'INACTIVE' })).toEqual({
      countryId: 'c',
      name: 'North',
      status: 'INACTIVE',
    });
  });
});

describe('localFilesOf', () => {
  it('finds the files of this computer, not the stored ones', () => {
    const file = { id: 'f', name: 'a.png', size: 1, type: 'image/png', previewUrl: 'blob:x' };
    const values = { ...toFormValues(category, null), image: file, banner: 'stored.png' };
    expect(localFilesOf(values)).toEqual([file]);
  });
});
