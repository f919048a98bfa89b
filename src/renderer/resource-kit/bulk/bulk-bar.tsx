import { Button, Text } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { useAnnouncement } from '../../ui/announcements.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import {
  allSelected,
  deselectHandled,
  emptySelection,
  getSelectedCount,
  type Selection,
  type SelectionStore,
} from '../../ui/selection.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useBusy, useExclusive } from '../../ui/use-busy.ts';
import { reportError } from '../errors.ts';
import type { ListParams } from '../list-params.ts';
import { useIsFullServer } from '../server-level.ts';
import { usePreload } from '../when-idle.ts';
import { type BulkAction, type CountedTarget, countTarget, type SelectedRows } from './bulk-client.ts';
import classes from './selection-bar.module.css';

const loadBulkChange = () => import('./bulk-change.tsx');

/** Confirms and runs a bulk change, shows one result toast and offers to undo it. */
export const useBulkChange = (resource: Resource, store: SelectionStore) => {
  const isAvailable = useIsFullServer() === true;
  const [isRunning, track] = useBusy();
  const runOnce = useExclusive();
  usePreload(loadBulkChange);
  const run = (action: BulkAction, selected: SelectedRows) =>
    runOnce(async () => {
      const { confirmOperation, runInBulk } = await loadBulkChange();
      const onDone = () => store.setState((current) => deselectHandled(current, selected.selection));
      const operation = await confirmOperation({ ...selected, resource, action, onDone });
      if (operation) await track(runInBulk(operation));
    }).catch(reportError);
  return { run, isRunning: isRunning || !isAvailable };
};

/** Selected records, for a screen's own bulk actions. */
export type SelectedRecords = {
  countTarget: () => Promise<CountedTarget>;
  count: number;
  onDone: () => void;
};

/** The bulk actions of a list, in the place of its toolbar while records are selected. */
export const BulkBar = (props: {
  resource: Resource;
  params: ListParams;
  total: number;
  store: SelectionStore;
  actions: readonly BulkAction[];
  /** The screen's own bulk actions. */
  children: ((selected: SelectedRecords) => ReactNode) | undefined;
}) => {
  const { resource, params, store } = props;
  const { run, isRunning } = useBulkChange(resource, store);
  const label = `Selected ${inSentence(resource.labelPlural)}`;
  return (
    <SelectionBar label={label} store={store} total={props.total} isRunning={isRunning}>
      {(selection, count) => (
        <>
          {props.children?.({
            countTarget: () => countTarget(resource, { selection, params }),
            count,
            onDone: () => store.setState((current) => deselectHandled(current, selection)),
          })}
          {props.actions.map((action) => (
            <Button
              key={action.label}
              size="compact-sm"
              {...(action.change.action === 'delete' && {
                variant: 'danger',
                ms: 'auto',
                leftSection: <IconTrash size="1rem" />,
              })}
              disabled={isRunning}
              onClick={() => void run(action, { selection, params })}
            >
              {action.label}
            </Button>
          ))}
        </>
      )}
    </SelectionBar>
  );
};

/** Bar with the number of selected records and the actions on them, in the place of the tools of a list. */
export const SelectionBar = (props: {
  label: string;
  store: SelectionStore;
  total: number;
  isRunning?: boolean;
  children: (selection: Selection, count: number) => ReactNode;
}) => {
  const { label, store, total, isRunning = false, children } = props;
  const selection = useStore(store);
  const count = getSelectedCount(selection, total);
  const countText = count > 0 ? `${count.toLocaleString('en')} selected` : undefined;
  const clear = () => store.setState(emptySelection);
  useAnnouncement(countText);
  useShortcut('clearSelection', count > 0 && !isRunning ? clear : undefined);
  if (count === 0) return null;
  return (
    <section data-selection-bar className={classes.root} aria-label={label}>
      <Text fw={600} fz="0.8125rem" flex="none" className="bo-tabular">
        {countText}
      </Text>
      {count < total && (
        <Button
          variant="subtle"
          size="compact-sm"
          flex="none"
          disabled={isRunning}
          onClick={() => store.setState(allSelected)}
        >
          {`Select all ${total.toLocaleString('en')}`}
        </Button>
      )}
      <Toolbar label="Bulk actions" className={classes.actions}>
        {children(selection, count)}
        <IconButton
          isSmall
          label="Clear selection"
          icon={<IconX size="1rem" />}
          isDisabled={isRunning}
          onClick={clear}
        />
      </Toolbar>
    </section>
  );
};
