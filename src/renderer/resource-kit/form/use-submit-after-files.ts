import { type SubmitEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { hasPendingFiles, waitForPendingFiles } from '../../ui/pending-files.ts';
import { useBusy } from '../../ui/use-busy.ts';
import type { FormValues } from './field-props.ts';

/** Submits a form after its files have been read, or not at all if one of them was rejected. */
export const useSubmitAfterFiles = (
  form: UseFormReturn<FormValues>,
  onSubmit: (event: SubmitEvent) => Promise<void>,
) => {
  const [isReadingFiles, track] = useBusy();
  const isSubmitting = useRef(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      if (!hasPendingFiles() || (await track(waitForPendingFiles()))) return await onSubmit(event);
    } finally {
      isSubmitting.current = false;
    }
    const invalidField = Object.keys(form.getValues()).find(
      (name) => form.getFieldState(name).error?.type === 'file',
    );
    if (invalidField) form.setFocus(invalidField);
  };
  return { isReadingFiles, submit };
};
