import { Box, Button, Checkbox, Group, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { announce } from '../../ui/announcements.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { inactiveWhen } from '../../ui/inactive.ts';
import classes from './column-menu.module.css';
import { type ColumnSettings, type ConfiguredColumn, moveColumn, toggleColumn } from './column-settings.ts';

type Step = -1 | 1;

const icon = { size: '1rem', stroke: 1.75 };

export const ColumnMenu = ({
  columns,
  isCustomized,
  onChange,
}: {
  columns: readonly ConfiguredColumn[];
  isCustomized: boolean;
  /** Undefined resets to the list's own columns. */
  onChange: (settings: ColumnSettings | undefined) => void;
}) => {
  const list = useRef<HTMLUListElement>(null);
  const movedColumn = useRef<{ id: string; step: Step }>(null);
  const hasOneVisible = columns.filter(({ isVisible }) => isVisible).length === 1;

  const move = (column: ConfiguredColumn, step: Step) => {
    const settings = moveColumn(columns, column.id, step);
    movedColumn.current = { id: column.id, step };
    announce(
      `${column.label} moved to position ${settings.order.indexOf(column.id) + 1} of ${columns.length}`,
    );
    onChange(settings);
  };
  useLayoutEffect(() => {
    if (!movedColumn.current) return;
    const { id, step } = movedColumn.current;
    movedColumn.current = null;
    // A row loses the focus when it moves.
    const [up, down] =
      list.current?.querySelectorAll<HTMLButtonElement>(`[data-column="${CSS.escape(id)}"] button`) ?? [];
    (step === -1 ? up : down)?.focus();
  });

  return (
    <Popover position="bottom-end" withRoles trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconColumns3 {...icon} />}>Columns</Button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <Box component="ul" ref={list} miw="16rem" m={0} p={6} className={classes.list}>
          {columns.map((column, index) => (
            <Group
              component="li"
              key={column.id}
              data-column={column.id}
              gap={0}
              wrap="nowrap"
              ps={8}
              bdrs="sm"
              className={classes.row}
            >
              <Checkbox
                label={column.label}
                flex={1}
                checked={column.isVisible}
                disabled={column.isVisible && hasOneVisible}
                onChange={() => onChange(toggleColumn(columns, column.id))}
              />
              <IconButton
                label={`Move ${column.label} up`}
                tooltip="Move up"
                icon={<IconArrowUp {...icon} />}
                isDisabled={index === 0}
                onClick={() => move(column, -1)}
              />
              <IconButton
                label={`Move ${column.label} down`}
                tooltip="Move down"
                icon={<IconArrowDown {...icon} />}
                isDisabled={index === columns.length - 1}
                onClick={() => move(column, 1)}
              />
            </Group>
          ))}
        </Box>
        <Box p={6} style={{ borderTop: '1px solid var(--bo-line)' }}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            {...inactiveWhen(!isCustomized, () => onChange(undefined))}
          >
            Reset columns
          </Button>
        </Box>
      </Popover.Dropdown>
    </Popover>
  );
};
