import { rowsPerPageOptions } from '#shared/client-defaults.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { defaultPageSize, filterableFields, maxPageSize, sortableFields } from '#shared/resource-kit/list-fields.ts';

export type ListParams = {
  /** Zero-based. */
  pageIndex: number;
  pageSize: number;
  query: string;
  sort: { field: string; direction: 'asc' | 'desc' } | null;
  filters: Record<string, string>;
};

// Height in rem of everything on a list page but its rows, and of a row.
const listChrome = 18;
const rowHeight = 2.75;

const getFittingPageSize = (): number => {
  if (typeof window === 'undefined') return defaultPageSize;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const rows = (window.innerHeight / rem - listChrome) / rowHeight;
  return Math.max(defaultPageSize, ...rowsPerPageOptions.filter((option) => option <= rows));
};

/** As many of the rows per page as fit the window when the app opens, and at least the default of the API. */
export const initialPageSize = getFittingPageSize();

const parseInteger = (text: string | null, { min, max, fallback }: Record<'min' | 'max' | 'fallback', number>) => {
  if (text === null || !/^\d{1,9}$/.test(text)) return fallback;
  const value = Number(text);
  return value < min || value > max ? fallback : value;
};

const readSort = (resource: Resource, text: string | null): ListParams['sort'] => {
  const field = text?.replace(/^-/, '') ?? '';
  if (!sortableFields(resource).includes(field)) return null;
  return { field, direction: text?.startsWith('-') ? 'desc' : 'asc' };
};

export const parsePageParams = (search: URLSearchParams): Pick<ListParams, 'pageIndex' | 'pageSize' | 'query'> => ({
  pageIndex: parseInteger(search.get('pageIndex'), { min: 0, max: 1_000_000, fallback: 0 }),
  pageSize: parseInteger(search.get('pageSize'), { min: 1, max: maxPageSize, fallback: initialPageSize }),
  query: search.get('query') ?? '',
});

/** Reads a list's state from its address and ignores invalid values. */
export const parseListParams = (resource: Resource, search: URLSearchParams): ListParams => ({
  ...parsePageParams(search),
  sort: readSort(resource, search.get('sort')),
  filters: Object.fromEntries(
    filterableFields(resource).flatMap((name) => {
      const value = search.get(name);
      return value && value.toLowerCase() !== 'all' ? [[name, value]] : [];
    }),
  ),
});

/** URL parameter with the id of the record to open in the list's dialog. */
export const openRecordParam = 'open';
/** Value of `openRecordParam` for a new record; never a valid id. */
export const newRecord = 'new';

/** URL parameter with the id of the record that a new one is a copy of. */
export const copyOfParam = 'copyOf';

/** URL parameter with the id of the waiting change that a form shows. */
export const queuedParam = 'queued';

/** URL parameter of a list that is shown as a sheet. */
export const sheetParam = 'sheet';

/** URL parameter of a list that is shown as a table instead of tiles. */
export const tableParam = 'table';

/** URL parameter of a list whose records are being arranged. */
export const arrangeParam = 'arrange';

/** A change to a list's state; '' and null remove a value. */
export type ListParamsUpdate = Partial<Pick<ListParams, 'pageIndex' | 'pageSize' | 'query' | 'sort'>> & {
  filters?: Record<string, string | null>;
};

/** A copy of the query of an address with other values; '' and null remove one. */
export const withParams = (search: URLSearchParams, values: Record<string, string | null>): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
};

/** A sort order as a parameter of the API and of an address. */
const formatSort = ({ field, direction }: NonNullable<ListParams['sort']>): string =>
  direction === 'desc' ? `-${field}` : field;

/** Applies a change to the address. Anything that affects the matches or their order returns to the first page. */
export const updateListParams = (search: URLSearchParams, change: ListParamsUpdate): URLSearchParams => {
  const { pageIndex, pageSize, query, sort, filters } = change;
  return withParams(search, {
    ...(query !== undefined && { query }),
    ...(sort !== undefined && { sort: sort && formatSort(sort) }),
    ...(pageSize !== undefined && { pageSize: String(pageSize) }),
    ...filters,
    pageIndex: pageIndex ? String(pageIndex) : null,
  });
};

/** Search, sort and filters as API parameters, without empty ones. */
export const toFilterParams = ({ query, sort, filters }: ListParams): Record<string, string> => ({
  ...(query && { query }),
  ...(sort && { sort: formatSort(sort) }),
  ...filters,
});

export const toQueryParams = (params: ListParams): Record<string, string | number> => ({
  pageIndex: params.pageIndex,
  pageSize: params.pageSize,
  ...toFilterParams(params),
});
