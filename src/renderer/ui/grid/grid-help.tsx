import { Box, Group, Kbd, Popover } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { getIconButtonProps } from '../icon-button.tsx';
import { formatKeys, getShortcutKeys, type ShortcutName, shortcutGroups } from '../shortcuts.ts';

/** Button that lists the keys of a grid. */
export const GridHelp = () => (
  <Popover position="bottom-end" withRoles trapFocus returnFocus>
    <Popover.Target>
      <button type="button" {...getIconButtonProps('medium')} aria-label="Keys of the grid">
        <IconHelp size="1.125rem" aria-hidden />
      </button>
    </Popover.Target>
    <Popover.Dropdown tabIndex={-1} aria-label="Keys of the grid">
      <Box component="dl" m={0} fz="0.8125rem">
        {Object.entries(shortcutGroups.Sheet).map(([name, { label }]) => (
          <Group key={name} justify="space-between" gap="xl" wrap="nowrap" mih="1.75rem">
            <dt>{label}</dt>
            <Group component="dd" m={0} gap={4}>
              {formatKeys(getShortcutKeys(name as ShortcutName)).map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Box>
    </Popover.Dropdown>
  </Popover>
);
