import type { ComponentType } from 'react';
import type { Resource } from '#shared/resource/define-resource.ts';
import { ChildListPage } from '../list/child-list-page.tsx';
import { ListPage } from '../list/list-page.tsx';
import { SingleListPage } from '../list/single-list-page.tsx';
import { defaultColumns } from './default-columns.ts';
import type { Layout } from './layout.ts';

/** The list of a resource whose records open on separate pages. */
export const defaultList = <R extends Resource>(resource: R, layout: Layout<R>): ComponentType => {
  const columns = defaultColumns(resource, layout);
  const { within, title } = layout;
  if (resource.isSingle) return () => <SingleListPage resource={resource} columns={columns} />;
  return () =>
    within ? (
      <ChildListPage
        resource={resource}
        parent={within}
        title={typeof title === 'function' ? title : undefined}
        columns={columns}
      />
    ) : (
      <ListPage resource={resource} title={typeof title === 'string' ? title : undefined} columns={columns} />
    );
};
