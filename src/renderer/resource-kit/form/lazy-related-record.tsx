import type { ComponentType } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { lazyOverlay } from '../../ui/lazy-component.tsx';
import type { FormValues } from './field-props.ts';

export type RelatedRecordProps = {
  resource: Resource;
  /** Title of the form that adds a record. */
  title?: string;
  /** Undefined adds a record. */
  id?: string;
  initialValues?: FormValues;
  /** Fields whose initial values the user can't change. */
  hiddenFields?: readonly string[];
  onClose: () => void;
  /** Called with the id, if the server returns it. The drawer is to be closed then. */
  onSaved: (saved: { id: string | undefined; title: string }) => void;
};

type LoadDrawer = () => Promise<ComponentType<RelatedRecordProps>>;

let loadDrawer: LoadDrawer | undefined;

/** Set by the forms, because the drawer has all of their inputs, and an input opens it. */
export const setRelatedRecord = (load: LoadDrawer): void => {
  loadDrawer = load;
};

/** Adds or opens a record in a drawer above another form. */
export const LazyRelatedRecord = lazyOverlay(async () => {
  if (!loadDrawer) throw new Error('No form has been loaded');
  return loadDrawer();
});
