import { type SubmitEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { hasPendingFiles, waitForPendingFiles } from '../../ui/pending-files.ts';
import type { FormValues } from './field-props.ts';

/** Submits a form after its files have been read, or not at all if one of them was refused. */
export const useSubmitAfterFiles = (
  form: UseFormReturn<FormValues>,
  send: (event: SubmitEvent) => Promise<void>,
) => {
  const [isWaiting, setIsWaiting] = useState(false);
  const isSubmitting = useRef(false);
  const allFilesRead = async (): Promise<boolean> => {
    if (!hasPendingFiles()) return true;
    setIsWaiting(true);
    const allRead = await waitForPendingFiles();
    setIsWaiting(false);
    return allRead;
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      if (await allFilesRead()) return await send(event);
    } finally {
      isSubmitting.current = false;
    }
    const refused = Object.keys(form.getValues()).find(
      (name) => form.getFieldState(name).error?.type === 'file',
    );
    if (refused) form.setFocus(refused);
  };
  return { isWaiting, submit };
};
