import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { platform } from '../platform/index.ts';
import { showNotice, showSuccess } from '../ui/toasts.tsx';
import { openConflictDialog } from './conflict-dialog.tsx';
import { fieldErrorsOf, RequestFailure, reportError, statusOf } from './errors.ts';
import { localFilesOf, toFormValues } from './form-values.ts';
import { useSave } from './hooks.ts';
import type { FormValues } from './resource-field.tsx';

const hasCurrentRecord = z.object({ data: z.looseObject({ _id: z.string(), version: z.number() }) });

/** The record as somebody else left it, where that is why a save was refused. */
const theirsOf = (error: unknown): AnyRecord | null => {
  if (!(error instanceof RequestFailure) || statusOf(error) !== 409) return null;
  const parsed = hasCurrentRecord.safeParse(error.response.data);
  return parsed.success ? (parsed.data.data as AnyRecord) : null;
};

/** Puts the server's errors at their fields, and the focus to the first of them or else back to where it was. */
const showFieldErrors = (
  form: UseFormReturn<FormValues>,
  resource: Resource,
  error: unknown,
  focusedBefore: Element | null,
): void => {
  const errors = fieldErrorsOf(error).filter(({ field }) => field in resource.fields);
  for (const { field, message } of errors) form.setError(field, { type: 'server', message });
  // In the order of the form, not of the answer.
  const first = Object.keys(resource.fields).find((name) => errors.some(({ field }) => field === name));
  if (first) form.setFocus(first);
  else if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
};

/** The state of a form for one record: what is typed, sending it once, and what the server says to it. */
export const useResourceForm = <R extends Resource>({
  resource,
  record,
  onSaved,
}: {
  resource: R;
  record: AnyRecord | null;
  onSaved: () => void;
}) => {
  const [base, setBase] = useState(record);
  const form = useForm<FormValues>({ defaultValues: toFormValues(resource, record) });
  const save = useSave(resource);
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController>(null);
  useEffect(
    () => () => {
      for (const file of localFilesOf(form.getValues())) platform.files.release(file);
    },
    [form],
  );

  const loadTheirs = (theirs: AnyRecord) => {
    setBase(theirs);
    form.reset(toFormValues(resource, theirs));
  };

  const sendOnce = async (values: FormValues, version: number | undefined): Promise<void> => {
    if (sending.current) return;
    sending.current = new AbortController();
    const focusedBefore = document.activeElement;
    setProgress(localFilesOf(values).length > 0 ? 0 : null);
    try {
      const { message } = await save.mutateAsync({
        id: base?._id,
        values: base ? { ...values, version } : values,
        onProgress: localFilesOf(values).length > 0 ? setProgress : undefined,
        signal: sending.current.signal,
      });
      showSuccess(message);
      onSaved();
    } catch (error) {
      const theirs = theirsOf(error);
      if (sending.current.signal.aborted) showNotice('Sending was cancelled. Nothing was saved');
      else if (theirs) {
        openConflictDialog({
          resource,
          theirs,
          onLoad: () => loadTheirs(theirs),
          onOverwrite: () => void sendOnce(form.getValues(), theirs.version),
        });
      } else {
        // The fields are disabled until the state below is drawn; only then can one take the focus.
        window.setTimeout(() => showFieldErrors(form, resource, error, focusedBefore));
        reportError(error);
      }
    } finally {
      sending.current = null;
      setProgress(null);
    }
  };

  return {
    form,
    record: base,
    progress,
    isSaving: save.isPending,
    isDirty: form.formState.isDirty,
    submit: form.handleSubmit((values) => sendOnce(values, base?.version)),
    cancelSending: () => sending.current?.abort(),
  };
};
