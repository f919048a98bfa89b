import type { SubmitEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { hasPendingFiles, waitForPendingFiles } from '../../ui/pending-files.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { useExclusive } from '../../ui/use-exclusive.ts';
import type { FormValues } from './field-props.ts';

/** Submits a form after its files have been read, or not at all if one of them was rejected. */
export const useSubmitAfterFiles = (
  form: UseFormReturn<FormValues>,
  onSubmit: (event: SubmitEvent) => Promise<void>,
) => {
  const [isReadingFiles, track] = useBusy();
  const runOnce = useExclusive();
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    await runOnce(async () => {
      if (!hasPendingFiles() || (await track(waitForPendingFiles()))) return onSubmit(event);
      const names = Object.keys(form.getValues());
      const invalidField = names.find((name) => form.getFieldState(name).error?.type === 'file');
      if (invalidField) form.setFocus(invalidField);
    });
  };
  return { isReadingFiles, submit };
};
