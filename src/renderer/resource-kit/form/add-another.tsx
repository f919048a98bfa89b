import { Checkbox } from '@mantine/core';
import { useState } from 'react';

/** State of "Add another": the checkbox, and a key that resets the form after each save. */
export const useAddAnother = () => {
  const [isChecked, setIsChecked] = useState(false);
  const [formKey, setFormKey] = useState(0);
  return { isChecked, setIsChecked, formKey, startNext: () => setFormKey((current) => current + 1) };
};

export type AddAnotherState = ReturnType<typeof useAddAnother>;

export const AddAnotherCheckbox = ({
  addAnother,
  isDisabled,
}: {
  addAnother: AddAnotherState;
  isDisabled: boolean;
}) => (
  <Checkbox
    size="xs"
    me="auto"
    label="Add another after saving"
    checked={addAnother.isChecked}
    disabled={isDisabled}
    onChange={(event) => addAnother.setIsChecked(event.currentTarget.checked)}
  />
);
