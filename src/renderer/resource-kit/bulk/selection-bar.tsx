import { Button, Text } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import type { BulkAction } from './bulk-target.ts';
import classes from './selection-bar.module.css';

export const SelectionBar = ({
  label,
  count,
  total,
  actions = [],
  isRunning = false,
  onAction,
  onSelectAll,
  onClear,
  children,
}: {
  label: string;
  count: number;
  total: number;
  actions?: readonly BulkAction[];
  isRunning?: boolean;
  onAction?: (action: BulkAction) => void;
  onSelectAll: () => void;
  onClear: () => void;
  children?: ReactNode;
}) => {
  const countText = `${count.toLocaleString('en')} selected`;
  useAnnouncement(countText);
  useShortcut('clearSelection', isRunning ? undefined : onClear);
  return (
    <section ref={keepToastsAbove} className={classes.root} aria-label={label}>
      <Text fw={600} miw="6rem" className="bo-tabular">
        {countText}
      </Text>
      {count < total && (
        <Button variant="subtle" size="compact-md" disabled={isRunning} onClick={onSelectAll}>
          {`Select all ${total.toLocaleString('en')}`}
        </Button>
      )}
      <Toolbar label="Bulk actions" className={classes.actions}>
        {children}
        {actions.map((action) => (
          <Button
            key={action.label}
            size="compact-md"
            {...(action.change.action === 'delete' && {
              variant: 'danger',
              leftSection: <IconTrash size="1rem" />,
            })}
            disabled={isRunning}
            onClick={() => onAction?.(action)}
          >
            {action.label}
          </Button>
        ))}
        <IconButton label="Clear selection" icon={<IconX size="1.125rem" />} isDisabled={isRunning} onClick={onClear} />
      </Toolbar>
    </section>
  );
};
