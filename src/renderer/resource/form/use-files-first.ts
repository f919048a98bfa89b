import { type SubmitEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { areFilesUnderway, waitForFiles } from '../../ui/files-underway.ts';
import type { FormValues } from './field-props.ts';

/** Submits a form after its files have been read, or not at all if one of them was refused. */
export const useFilesFirst = (
  form: UseFormReturn<FormValues>,
  send: (event: SubmitEvent) => Promise<void>,
) => {
  const [isWaiting, setIsWaiting] = useState(false);
  const isAsked = useRef(false);
  const isEachTaken = async (): Promise<boolean> => {
    if (!areFilesUnderway()) return true;
    setIsWaiting(true);
    const areTaken = await waitForFiles();
    setIsWaiting(false);
    return areTaken;
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isAsked.current) return;
    isAsked.current = true;
    try {
      if (await isEachTaken()) return await send(event);
    } finally {
      isAsked.current = false;
    }
    const refused = Object.keys(form.getValues()).find(
      (name) => form.getFieldState(name).error?.type === 'file',
    );
    if (refused) form.setFocus(refused);
  };
  return { isWaiting, submit };
};
