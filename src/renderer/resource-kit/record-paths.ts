import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatList } from '#shared/resource-kit/labels.ts';
import { fillPath, listParameters, screenPaths } from '#shared/resource-kit/paths.ts';
import { copyOfParam, newRecord, openRecordParam } from './list-params.ts';

type References = Readonly<Record<string, string>>;

export const fillPathWithRecord = (path: string, record: AnyRecord): string =>
  fillPath(path, { ...record, id: record._id });

/** Address that opens a record: its own page, or a dialog over its list. */
export const getRecordPath = ({ paths }: Resource, record: AnyRecord): string => {
  const { list, view, edit } = screenPaths(paths);
  const page = view ?? edit;
  return page ? fillPathWithRecord(page, record) : `${list}?${new URLSearchParams({ [openRecordParam]: record._id })}`;
};

/** Address for adding a record with these references; undefined if a required one is missing. */
export const getAddPath = ({ paths }: Resource, references: References): string | undefined => {
  const { list, add } = screenPaths(paths);
  if (!add) return `${list}?${new URLSearchParams({ ...references, [openRecordParam]: newRecord })}`;
  return listParameters(add).every((name) => references[name]) ? fillPath(add, references) : undefined;
};

/** Address of the form for adding a copy of a record; undefined where there is nothing to copy into. */
export const getCopyPath = (resource: Resource, record: AnyRecord): string | undefined => {
  const { list, add } = screenPaths(resource.paths);
  if (resource.isSingleton) return undefined;
  const search = new URLSearchParams({ [copyOfParam]: record._id });
  if (add) return `${fillPath(add, record)}?${search}`;
  search.set(openRecordParam, newRecord);
  return `${list}?${search}`;
};

/** Address of a resource's list with filters; undefined if the list's path requires a parent record. */
export const getListPath = ({ paths: { list } }: Resource, filters: References): string | undefined =>
  list && listParameters(list).length === 0 ? `${list}?${new URLSearchParams(filters)}` : undefined;

export const getRecordTitle = (resource: Resource, record: AnyRecord): string =>
  String(record[resource.titleField] ?? '') || resource.label;

/** The first names, and the number of the others. */
export const formatNames = (names: readonly string[], total: number): string => {
  const hiddenCount = total - names.length;
  return formatList(hiddenCount > 0 ? [...names, `${hiddenCount.toLocaleString('en')} more`] : names);
};

/** Window title of a record's screen, without the name of a record that has none. */
export const getWindowTitle = (resource: Resource, record: AnyRecord, screen: string): string[] =>
  record[resource.titleField] ? [getRecordTitle(resource, record), screen] : [screen];
