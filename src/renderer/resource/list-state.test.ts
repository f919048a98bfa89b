import { describe, expect, it } from 'vitest';
import { region } from '#shared/resources/region.ts';
import { changeListState, readListState, toQueryParams } from './list-state.ts';

const read = (search: string) => readListState(region, new URLSearchParams(search));
const change = (
  search: string,
  ...args: Parameters<typeof changeListState> extends [unknown, ...infer R] ? R : never
) => changeListState(new URLSearchParams(search), ...args).toString();

describe('readListState', () => {
  it('asks for the first ten records where the address says nothing', () => {
    expect(read('')).toEqual({ pageIndex: 0, pageSize: 10, query: '', sort: null, filters: {} });
  });

  it('reads page, search, order and the filters that the resource knows', () => {
    expect(
      read('pageIndex=2&pageSize=50&query=north&sort=-name&status=INACTIVE&countryId=c1&color=red'),
    ).toEqual({
      pageIndex: 2,
      pageSize: 50,
      query: 'north',
      sort: { field: 'name', direction: 'desc' },
      filters: { countryId: 'c1', status: 'INACTIVE' },
    });
  });

  it.each([
    'pageIndex=-1',
    'pageIndex=x',
    'pageSize=0',
    'pageSize=501',
    'pageSize=1e9',
    'sort=password',
    'status=All',
  ])('takes %s as not given', (search) => expect(read(search)).toEqual(read('')));
});

describe('changeListState', () => {
  it('starts at the first page when the search, the order, a filter or the page size changes', () => {
    expect(change('pageIndex=3', { query: 'a' })).toBe('query=a');
    expect(change('pageIndex=3', { sort: { field: 'name', direction: 'desc' } })).toBe('sort=-name');
    expect(change('pageIndex=3', { filters: { status: 'ACTIVE' } })).toBe('status=ACTIVE');
    expect(change('pageIndex=3', { pageSize: 20 })).toBe('pageSize=20');
  });

  it('keeps everything else of the address', () => {
    expect(change('role=All&query=a&status=ACTIVE', { pageIndex: 1 })).toBe(
      'role=All&query=a&status=ACTIVE&pageIndex=1',
    );
  });

  it('takes away what is emptied', () => {
    expect(
      change('query=a&sort=name&status=ACTIVE', { query: '', sort: null, filters: { status: null } }),
    ).toBe('');
  });
});

describe('toQuery', () => {
  it('sends only what is set, with a minus for descending', () => {
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
