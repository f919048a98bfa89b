import { Box, Button, Checkbox, Group, Popover, Title } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3, IconGripVertical } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { announce } from '../../ui/announcements.tsx';
import { useDropdown } from '../../ui/dropdown.tsx';
import { IconButton, inactiveWhen } from '../../ui/icon-button.tsx';
import classes from './arrange-list.module.css';

export const columnSettingsSchema = z.object({
  /** Ids of columns. */
  order: z.array(z.string()),
  hidden: z.array(z.string()),
});

export type ColumnSettings = z.infer<typeof columnSettingsSchema>;

export type AvailableColumn = { id: string; label: string; isHiddenByDefault: boolean };

export type ConfiguredColumn = AvailableColumn & { isVisible: boolean };

/** Columns in the user's order. Columns that the settings don't contain keep their default position. */
export const applyColumnSettings = (
  available: readonly AvailableColumn[],
  settings: ColumnSettings | null | undefined,
): ConfiguredColumn[] => {
  const byId = new Map(available.map((column) => [column.id, column]));
  const ids = (settings?.order ?? []).filter((id) => byId.has(id));
  const configuredIds = new Set(ids);
  available.forEach(({ id }, index) => {
    if (configuredIds.has(id)) return;
    const previous = available[index - 1];
    ids.splice(previous ? ids.indexOf(previous.id) + 1 : 0, 0, id);
  });
  const arranged = ids.flatMap((id) => {
    const column = byId.get(id);
    if (!column) return [];
    const isVisible = configuredIds.has(id) ? !settings?.hidden.includes(id) : !column.isHiddenByDefault;
    return [{ ...column, isVisible }];
  });
  // Ignore settings whose columns no longer exist: they would show none.
  return settings && !arranged.some(({ isVisible }) => isVisible) ? applyColumnSettings(available, null) : arranged;
};

const toSettings = (columns: readonly ConfiguredColumn[]): ColumnSettings => ({
  order: columns.map(({ id }) => id),
  hidden: columns.filter(({ isVisible }) => !isVisible).map(({ id }) => id),
});

export const toggleColumn = (columns: readonly ConfiguredColumn[], id: string): ColumnSettings =>
  toSettings(columns.map((column) => (column.id === id ? { ...column, isVisible: !column.isVisible } : column)));

/** Moves a column by places towards the start (negative) or the end. */
export const moveColumn = (columns: readonly ConfiguredColumn[], id: string, step: number): ColumnSettings => {
  const from = columns.findIndex((column) => column.id === id);
  const to = Math.min(Math.max(from + step, 0), columns.length - 1);
  const rest = columns.filter((column) => column.id !== id);
  return toSettings([...rest.slice(0, to), ...columns.slice(from, from + 1), ...rest.slice(to)]);
};

type Step = -1 | 1;

const icon = { size: '1rem', stroke: 1.75 };

/** List for hiding, showing and moving columns or other items. The last visible one can't be hidden. */
export const ArrangeList = (props: {
  items: readonly ConfiguredColumn[];
  onChange: (settings: ColumnSettings) => void;
}) => {
  const { items, onChange } = props;
  const list = useRef<HTMLUListElement>(null);
  const movedItem = useRef<{ id: string; step: Step }>(null);
  const draggedId = useRef<string>(null);
  const hasOneVisible = items.filter(({ isVisible }) => isVisible).length === 1;

  const move = (item: ConfiguredColumn, step: Step) => {
    const settings = moveColumn(items, item.id, step);
    movedItem.current = { id: item.id, step };
    announce(`${item.label} moved to position ${settings.order.indexOf(item.id) + 1} of ${items.length}`);
    onChange(settings);
  };
  const dragOver = (index: number) => {
    const from = items.findIndex(({ id }) => id === draggedId.current);
    const dragged = items[from];
    if (dragged && from !== index) onChange(moveColumn(items, dragged.id, index - from));
  };
  useLayoutEffect(() => {
    if (!movedItem.current) return;
    const { id, step } = movedItem.current;
    movedItem.current = null;
    // A row loses the focus when it moves.
    const [up, down] =
      list.current?.querySelectorAll<HTMLButtonElement>(`[data-item="${CSS.escape(id)}"] button`) ?? [];
    (step === -1 ? up : down)?.focus();
  });

  return (
    <Box component="ul" ref={list} miw="16rem" m={0} p={6} className={classes.list}>
      {items.map((item, index) => (
        <Group
          component="li"
          key={item.id}
          data-item={item.id}
          gap={0}
          wrap="nowrap"
          ps={4}
          bdrs="sm"
          className={classes.row}
          draggable
          onDragStart={() => {
            draggedId.current = item.id;
          }}
          onDragEnter={() => dragOver(index)}
          onDragOver={(event) => draggedId.current !== null && event.preventDefault()}
          onDragEnd={() => {
            draggedId.current = null;
          }}
        >
          <IconGripVertical {...icon} className={classes.handle} aria-hidden />
          <Checkbox
            label={item.label}
            flex={1}
            checked={item.isVisible}
            disabled={item.isVisible && hasOneVisible}
            onChange={() => onChange(toggleColumn(items, item.id))}
          />
          <IconButton
            label={`Move ${item.label} up`}
            tooltip="Move up"
            icon={<IconArrowUp {...icon} />}
            isDisabled={index === 0}
            onClick={() => move(item, -1)}
          />
          <IconButton
            label={`Move ${item.label} down`}
            tooltip="Move down"
            icon={<IconArrowDown {...icon} />}
            isDisabled={index === items.length - 1}
            onClick={() => move(item, 1)}
          />
        </Group>
      ))}
    </Box>
  );
};

export const ColumnMenu = (props: {
  columns: readonly ConfiguredColumn[];
  isCustomized: boolean;
  /** Null resets to the list's own columns. */
  onChange: (settings: ColumnSettings | null) => void;
}) => {
  const { columns, isCustomized, onChange } = props;
  const { isNeeded, dropdownProps, reference, targetProps } = useDropdown('dialog');
  return (
    <>
      <Button {...targetProps} variant="subtle" leftSection={<IconColumns3 size="1rem" stroke={1.75} />}>
        Columns
      </Button>
      {isNeeded && (
        <Popover {...dropdownProps} position="bottom-end" withRoles trapFocus returnFocus>
          <Popover.Target>{reference}</Popover.Target>
          <Popover.Dropdown p={0}>
            <Title order={2} fz="0.875rem" px={14} pt={10}>
              Columns
            </Title>
            <ArrangeList items={columns} onChange={onChange} />
            <Box p={6} style={{ borderTop: '1px solid var(--bo-line)' }}>
              <Button size="compact-sm" variant="subtle" {...inactiveWhen(!isCustomized, () => onChange(null))}>
                Reset columns
              </Button>
            </Box>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
};
