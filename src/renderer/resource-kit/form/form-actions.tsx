import { Button, Checkbox, Group, Kbd, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { describeShortcut } from '../../ui/shortcuts.ts';

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

/** Submits the form around it. With `onSaveAndStay`, a menu offers to save without leaving. */
export const SaveButton = ({
  label,
  isSaving,
  isReadingFiles,
  onSaveAndStay,
}: {
  label: string;
  isSaving: boolean;
  isReadingFiles: boolean;
  onSaveAndStay?: (() => void) | undefined;
}) => {
  const text = isSaving ? 'Saving…' : isReadingFiles ? 'Reading files…' : label;
  const buttonProps = { type: 'submit', variant: 'brand', disabled: isSaving, children: text } as const;
  if (!onSaveAndStay) return <Button {...buttonProps} />;
  return (
    <Group gap={1} wrap="nowrap">
      <Button {...buttonProps} bdrs="md 0 0 md" />
      <Menu position="top-end">
        <Menu.Target>
          <Button variant="brand" px={10} bdrs="0 md md 0" disabled={isSaving} aria-label="More options">
            <IconChevronDown size="1rem" aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onSaveAndStay} rightSection={<Kbd>{describeShortcut('saveAndStay')}</Kbd>}>
            Save and stay
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
};
