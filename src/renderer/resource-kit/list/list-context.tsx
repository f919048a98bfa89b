import { createSafeContext } from '@mantine/core';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Status } from '#shared/resource-kit/fields.ts';

/** Target of an action: a page's address or a callback. */
export type Target = string | (() => void);

/** A list as its cells see it. The value stays the same unless the page or the user's permissions change. */
export type ListContextValue = {
  resource: Resource;
  firstIndex: number;
  getRows: () => readonly AnyRecord[];
  view?: (record: AnyRecord) => Target;
  edit?: (record: AnyRecord) => Target;
  duplicate?: (record: AnyRecord) => Target | undefined;
  comments?: (record: AnyRecord) => Target;
  history?: (record: AnyRecord) => Target;
  remove?: (record: AnyRecord) => void;
  setStatus?: (record: AnyRecord, status: Status) => void;
};

export const [ListContext, useListContext] = createSafeContext<ListContextValue>('Cell must be used within a list');
