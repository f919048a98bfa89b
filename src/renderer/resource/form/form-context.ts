import { createContext, useContext } from 'react';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';

export type FormContextValue = {
  resource: Resource;
  /** Null for a new record. */
  record: AnyRecord | null;
  isSaving: boolean;
  /** Uploaded fraction of the files, from 0 to 1; null without an upload. */
  progress: number | null;
  autoFocusName?: string;
};

export const ResourceFormContext = createContext<FormContextValue | null>(null);

export const useResourceFormContext = (): FormContextValue => {
  const context = useContext(ResourceFormContext);
  if (!context) throw new Error('This field stands outside a form');
  return context;
};
