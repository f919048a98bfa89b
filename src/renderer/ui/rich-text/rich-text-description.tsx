import { Button, Checkbox, Group, Popover, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { IconAlt } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './rich-text-frame.module.css';

/** Describes an image of the text for people who can't see it. An image without a description is decorative. */
export const DescriptionTool = ({
  current,
  isNew,
  isOpen,
  onOpenChange,
  onApply,
}: {
  /** The description of the image at the caret; null without an image. */
  current: string | null;
  /** Whether the image was just inserted, so that a missing description isn't a choice yet. */
  isNew: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onApply: (description: string) => void;
}) => {
  const [inputValue, setInputValue] = useState('');
  const [isDecorative, setIsDecorative] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    setInputValue(isNew ? '' : (current ?? ''));
    setIsDecorative(current === '' && !isNew);
  }, [isOpen, current, isNew]);
  const description = isDecorative ? '' : inputValue.trim();
  const canApply = isDecorative || description !== '';
  const apply = () => canApply && onApply(description);
  return (
    <Popover opened={isOpen} onChange={onOpenChange} trapFocus returnFocus={false} withinPortal width={320}>
      <Popover.Target>
        <UnstyledButton
          className={classes.tool}
          aria-label="Image description"
          disabled={current === null}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpenChange(!isOpen)}
        >
          <IconAlt size="1.125rem" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Image description">
        <Stack gap="sm">
          <TextInput
            label="Image description"
            description="What the image shows, for people who can’t see it"
            value={inputValue}
            disabled={isDecorative}
            maxLength={500}
            data-autofocus={!isDecorative || undefined}
            onChange={(event) => setInputValue(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter would otherwise submit the surrounding form.
              event.preventDefault();
              apply();
            }}
          />
          <Checkbox
            label="Decorative"
            description="Screen readers skip it"
            checked={isDecorative}
            data-autofocus={isDecorative || undefined}
            onChange={(event) => setIsDecorative(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="solid" size="xs" disabled={!canApply} onClick={apply}>
              Apply
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
