import type { ComponentType } from 'react';
import type { Resource } from '#shared/resource/define-resource.ts';
import { ChildListPage } from '../list/child-list-page.tsx';
import { ListPage } from '../list/list-page.tsx';
import { tabSetOf } from '../list/list-tabs.tsx';
import { defaultColumns } from './default-columns.ts';
import type { Layout } from './layout.ts';

/** List of a resource whose records open on their own pages. A single record can be added only once. */
export const defaultList = <R extends Resource>(resource: R, layout: Layout<R>): ComponentType => {
  const { within, title, tabs, listOptions } = layout;
  const list = { resource, columns: defaultColumns(resource, layout), ...listOptions };
  if (resource.isSingleton) {
    const emptyText = `No ${resource.label} yet`;
    return () => <ListPage {...list} showAdd="empty" canRemove={false} emptyText={emptyText} />;
  }
  if (within) {
    const titleOf = typeof title === 'function' ? title : undefined;
    return () => <ChildListPage {...list} parent={within} title={titleOf} />;
  }
  const tabSet = tabs && tabSetOf(resource, tabs);
  return () => <ListPage {...list} title={typeof title === 'string' ? title : undefined} tabSet={tabSet} />;
};
