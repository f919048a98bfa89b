import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Whether another record is added after this one, and the empty form that then follows. */
export const useAddMore = () => {
  const [isOn, setIsOn] = useState(false);
  const [round, setRound] = useState(0);
  return { isOn, setIsOn, round, next: () => setRound((current) => current + 1) };
};

export type AddMore = ReturnType<typeof useAddMore>;

/** Puts the focus into the first field of a form that follows another one. */
export const useFirstFocus = (form: { current: HTMLFormElement | null }, round: number): void => {
  useEffect(() => {
    if (round > 0) form.current?.querySelector<HTMLElement>('input, textarea, [contenteditable]')?.focus();
  }, [form, round]);
};

/** Chooses to go on with another record after this one. */
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
