import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';

/** State of "Add another": the checkbox, and a key that resets the form after each save. */
export const useAddMore = () => {
  const [isOn, setIsOn] = useState(false);
  const [round, setRound] = useState(0);
  return { isOn, setIsOn, round, next: () => setRound((current) => current + 1) };
};

export type AddMore = ReturnType<typeof useAddMore>;

export const useFirstFocus = (form: { current: HTMLFormElement | null }, round: number): void => {
  useEffect(() => {
    if (round > 0) form.current?.querySelector<HTMLElement>('input, textarea, [contenteditable]')?.focus();
  }, [form, round]);
};

export const AddMoreCheckbox = ({ addMore, isDisabled }: { addMore: AddMore; isDisabled: boolean }) => (
  <Checkbox
    size="xs"
    me="auto"
    label="Add another after saving"
    checked={addMore.isOn}
    disabled={isDisabled}
    onChange={(event) => addMore.setIsOn(event.currentTarget.checked)}
  />
);
