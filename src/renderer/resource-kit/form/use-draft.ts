import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { useStoredDraft } from '../drafts/use-stored-draft.ts';
import type { FormValues } from './field-props.ts';
import { serializeValues } from './form-values.ts';

/** Stores a form's unsaved values on this computer, and offers an earlier draft. */
export const useDraft = ({
  resource,
  record,
  form,
  isDirty,
  onRestore,
}: {
  resource: Resource;
  record: AnyRecord | null;
  form: UseFormReturn<FormValues>;
  isDirty: boolean;
  onRestore: (values: FormValues, base: AnyRecord | null) => Promise<boolean>;
}) => {
  const { pathname } = useLocation();
  const draft = useStoredDraft({
    resource,
    isDirty,
    onRestore,
    place: record?._id ?? pathname,
    base: record,
    getValues: () => serializeValues(form.getValues()),
  });
  const { saveSoon } = draft;
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => saveSoon() }), [form, saveSoon]);
  return draft;
};
