import type { ComponentProps } from 'react';
import type { Resource } from '#shared/resource/define-resource.ts';
import { ListPage } from './list-page.tsx';

/** The list of a resource that has one record at most: it is added once, and then only changed. */
export const SingleListPage = <R extends Resource>(
  props: Pick<ComponentProps<typeof ListPage<R>>, 'resource' | 'columns'>,
) => <ListPage {...props} addWhen="empty" canRemove={false} emptyText={`No ${props.resource.label} yet`} />;
