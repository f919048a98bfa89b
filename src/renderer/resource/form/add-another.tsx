import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';

/** State of "Add another": the checkbox, and a key that resets the form after each save. */
export const useAddAnother = () => {
  const [isChecked, setIsOn] = useState(false);
  const [formKey, setRound] = useState(0);
  return { isChecked, setIsOn, formKey, next: () => setRound((current) => current + 1) };
};

export type AddMore = ReturnType<typeof useAddAnother>;

export const useFocusFirstField = (form: { current: HTMLFormElement | null }, formKey: number): void => {
  useEffect(() => {
    if (formKey > 0) form.current?.querySelector<HTMLElement>('input, textarea, [contenteditable]')?.focus();
  }, [form, formKey]);
};

export const AddAnotherCheckbox = ({ addMore, isDisabled }: { addMore: AddMore; isDisabled: boolean }) => (
  <Checkbox
    size="xs"
    me="auto"
    label="Add another after saving"
    checked={addMore.isChecked}
    disabled={isDisabled}
    onChange={(event) => addMore.setIsOn(event.currentTarget.checked)}
  />
);
