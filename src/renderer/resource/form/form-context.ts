import { createContext, useContext } from 'react';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';

/** What a field needs to know of the form around it. */
export type FormContextValue = {
  resource: Resource;
  /** The record that is edited; null for a new one. */
  record: AnyRecord | null;
  isSaving: boolean;
  /** How much of the files is sent, from 0 to 1; null while nothing is. */
  progress: number | null;
  /** The field that takes the focus when the form opens. */
  autoFocusName?: string;
};

export const ResourceFormContext = createContext<FormContextValue | null>(null);

/** The form around this field. */
export const useResourceFormContext = (): FormContextValue => {
  const context = useContext(ResourceFormContext);
  if (!context) throw new Error('This field stands outside a form');
  return context;
};
