import type { ComponentType } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { ModalListPage } from '../form/modal-list-page.tsx';
import { defaultColumns } from './default-list.tsx';
import type { Layout } from './layout.ts';

export const defaultModalList = <R extends Resource>(resource: R, layout: Layout<R>): ComponentType => {
  const columns = defaultColumns(resource, layout);
  return () => <ModalListPage resource={resource} columns={columns} />;
};
