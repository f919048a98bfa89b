import { createContext, useContext } from 'react';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import type { Status } from '#shared/resource/fields.ts';

/** Where an action leads: a page, or something that happens here. */
export type Target = string | (() => void);

/** What the cells of a list need to know of the list that they stand in. */
export type ListContextValue = {
  resource: Resource;
  firstIndex: number;
  rows: readonly AnyRecord[];
  view?: (record: AnyRecord) => Target;
  edit?: (record: AnyRecord) => Target;
  /** Gives what deletes the record. */
  remove?: (record: AnyRecord) => () => void;
  history?: (record: AnyRecord) => Target;
  setStatus?: (record: AnyRecord, status: Status) => void;
};

export const ListContext = createContext<ListContextValue | null>(null);

/** The list around this cell. */
export const useListContext = (): ListContextValue => {
  const context = useContext(ListContext);
  if (!context) throw new Error('This cell stands outside a list');
  return context;
};

/** The text by which people know a record. */
export const titleOf = (resource: Resource, record: AnyRecord): string =>
  String(record[resource.titleField] ?? '') || resource.label;
