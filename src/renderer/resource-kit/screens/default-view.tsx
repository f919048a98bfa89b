import type { ComponentType } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type ViewedValue, ViewPage } from '../view-page.tsx';
import type { Layout } from './layout.ts';

export const defaultView = <R extends Resource>(
  resource: R,
  { values = Object.keys(resource.fields) as ViewedValue<R>[], viewTitle }: Layout<R>,
): ComponentType => {
  return () => <ViewPage resource={resource} values={values} title={viewTitle} />;
};
