import { matchPath } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type ListParams, parseListParams, updateListParams } from '../list-params.ts';

/** The state of the list at an address; null if it is the list of another resource. */
export const parseListPath = (resource: Resource, listPath: string): ListParams | null => {
  const { pathname, searchParams } = new URL(listPath, 'app://list');
  const match = resource.paths.list === undefined ? null : matchPath(resource.paths.list, pathname);
  if (!match) return null;
  const params = parseListParams(resource, searchParams);
  const parents = Object.entries(match.params).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return { ...params, filters: { ...params.filters, ...Object.fromEntries(parents) } };
};

/** The address of the same list at another page. */
export const withPage = (listPath: string, pageIndex: number): string => {
  const { pathname, searchParams } = new URL(listPath, 'app://list');
  return `${pathname}?${updateListParams(searchParams, { pageIndex })}`;
};
