import { describe, expect, it } from 'vitest';
import { region } from '#shared/resources/geography.ts';
import { parseListParams, toQueryParams, updateListParams } from './list-params.ts';

const read = (search: string) => parseListParams(region, new URLSearchParams(search));
const change = (
  search: string,
  ...args: Parameters<typeof updateListParams> extends [unknown, ...infer R] ? R : never
) => updateListParams(new URLSearchParams(search), ...args).toString();

describe('parseListParams', () => {
  it('defaults to the first ten records', () => {
    expect(read('')).toEqual({ pageIndex: 0, pageSize: 10, query: '', sort: null, filters: {} });
  });

  it('reads the list state without unknown filters', () => {
    expect(read('pageIndex=2&pageSize=50&query=north&sort=-name&status=INACTIVE&countryId=c1&color=red')).toEqual({
      pageIndex: 2,
      pageSize: 50,
      query: 'north',
      sort: { field: 'name', direction: 'desc' },
      filters: { countryId: 'c1', status: 'INACTIVE' },
    });
  });

  it.each(['pageIndex=-1', 'pageIndex=x', 'pageSize=0', 'pageSize=501', 'pageSize=1e9', 'sort=password', 'status=All'])(
    'ignores %s',
    (search) => expect(read(search)).toEqual(read('')),
  );
});

describe('updateListParams', () => {
  it('returns to the first page when search, sort order, filters or page size change', () => {
    expect(change('pageIndex=3', { query: 'a' })).toBe('query=a');
    expect(change('pageIndex=3', { sort: { field: 'name', direction: 'desc' } })).toBe('sort=-name');
    expect(change('pageIndex=3', { filters: { status: 'ACTIVE' } })).toBe('status=ACTIVE');
    expect(change('pageIndex=3', { pageSize: 20 })).toBe('pageSize=20');
  });

  it('keeps other parameters', () => {
    expect(change('role=All&query=a&status=ACTIVE', { pageIndex: 1 })).toBe(
      'role=All&query=a&status=ACTIVE&pageIndex=1',
    );
  });

  it('removes empty parameters', () => {
    expect(change('query=a&sort=name&status=ACTIVE', { query: '', sort: null, filters: { status: null } })).toBe('');
  });
});

describe('toQuery', () => {
  it('sends only set parameters', () => {
    expect(toQueryParams(read(''))).toEqual({ pageIndex: 0, pageSize: 10 });
    expect(toQueryParams(read('query=a&sort=-name&status=ACTIVE'))).toEqual({
      pageIndex: 0,
      pageSize: 10,
      query: 'a',
      sort: '-name',
      status: 'ACTIVE',
    });
  });
});
