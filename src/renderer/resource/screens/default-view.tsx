import type { ComponentType } from 'react';
import type { Resource } from '#shared/resource/define-resource.ts';
import { ResourceValue, ViewPage } from '../view-page.tsx';
import type { Layout } from './layout.ts';

/** The page that shows one record: its values one below the other. */
export const defaultView = <R extends Resource>(
  resource: R,
  { values = Object.keys(resource.fields) }: Layout<R>,
): ComponentType => {
  const shown = values.map((value) => (typeof value === 'string' ? { name: value } : value));
  return () => (
    <ViewPage resource={resource}>
      {(record) =>
        shown.map((value) => (
          <ResourceValue key={value.name} resource={resource} record={record} {...value} />
        ))
      }
    </ViewPage>
  );
};
