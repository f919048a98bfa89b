import { Button, Group, Popover, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { richTextPolicy } from '#shared/rich-text.ts';
import classes from './rich-text-frame.module.css';

const normalizeUrl = (inputValue: string): string => {
  const trimmed = inputValue.trim();
  if (trimmed === '' || richTextPolicy.linkTarget.test(trimmed)) return trimmed;
  return /^[^\s@/]+@[^\s@/.]+(?:\.[^\s@/.]+)+$/.test(trimmed) ? `mailto:${trimmed}` : `https://${trimmed}`;
};

export const LinkTool = ({
  current,
  isOpen,
  onOpenChange,
  onApply,
}: {
  current: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onApply: (url: string) => void;
}) => {
  const [inputValue, setInputValue] = useState(current);
  useEffect(() => {
    if (isOpen) setInputValue(current);
  }, [isOpen, current]);
  const finish = (url: string) => {
    onOpenChange(false);
    onApply(url);
  };
  return (
    <Popover opened={isOpen} onChange={onOpenChange} trapFocus returnFocus={false} withinPortal width={320}>
      <Popover.Target>
        <UnstyledButton
          className={classes.tool}
          aria-label="Link"
          aria-pressed={current !== ''}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpenChange(!isOpen)}
        >
          <IconLink size="1.125rem" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <TextInput
            label="URL"
            placeholder="https://"
            value={inputValue}
            data-autofocus
            onChange={(event) => setInputValue(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter would otherwise submit the surrounding form.
              event.preventDefault();
              finish(normalizeUrl(inputValue));
            }}
          />
          <Group justify="flex-end" gap="xs">
            {current !== '' && (
              <Button size="xs" onClick={() => finish('')}>
                Remove link
              </Button>
            )}
            <Button variant="brand" size="xs" onClick={() => finish(normalizeUrl(inputValue))}>
              Apply
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
