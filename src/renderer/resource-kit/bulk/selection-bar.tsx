import { Button, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import {
  allSelected,
  emptySelection,
  getSelectedCount,
  type Selection,
  type SelectionStore,
} from '../../ui/selection.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import classes from './selection-bar.module.css';

/** Bar with the number of selected records and the actions on them, below a list in which some are selected. */
export const SelectionBar = ({
  label,
  store,
  total,
  isRunning = false,
  children,
}: {
  label: string;
  store: SelectionStore;
  total: number;
  isRunning?: boolean;
  children: (selection: Selection, count: number) => ReactNode;
}) => {
  const selection = useStore(store);
  const count = getSelectedCount(selection, total);
  const countText = count > 0 ? `${count.toLocaleString('en')} selected` : undefined;
  const clear = () => store.setState(emptySelection);
  useAnnouncement(countText);
  useShortcut('clearSelection', count > 0 && !isRunning ? clear : undefined);
  if (count === 0) return null;
  return (
    <section ref={keepToastsAbove} className={classes.root} aria-label={label}>
      <Text fw={600} miw="6rem" className="bo-tabular">
        {countText}
      </Text>
      {count < total && (
        <Button variant="subtle" size="compact-md" disabled={isRunning} onClick={() => store.setState(allSelected)}>
          {`Select all ${total.toLocaleString('en')}`}
        </Button>
      )}
      <Toolbar label="Bulk actions" className={classes.actions}>
        {children(selection, count)}
        <IconButton label="Clear selection" icon={<IconX size="1.125rem" />} isDisabled={isRunning} onClick={clear} />
      </Toolbar>
    </section>
  );
};
