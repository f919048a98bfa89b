import { useRef } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { useCapability } from '../capabilities.ts';
import { reportError } from '../errors.ts';
import { usePreload } from '../when-idle.ts';
import type { BulkAction, SelectedRows } from './bulk-target.ts';
import type { Selection } from './selection.ts';

const loadBulkChange = () => import('./bulk-change.tsx');

/** Confirms and runs a bulk change, shows one result toast and offers to undo it. */
export const useBulkChange = (resource: Resource, onDone: (selection: Selection) => void) => {
  const isAvailable = useCapability('bulk') === true;
  const [isRunning, track] = useBusy();
  const isConfirming = useRef(false);
  usePreload(loadBulkChange);
  const run = async (action: BulkAction, selected: SelectedRows): Promise<void> => {
    if (isConfirming.current) return;
    isConfirming.current = true;
    try {
      const { confirmOperation, runInBulk } = await loadBulkChange();
      const onChanged = () => onDone(selected.selection);
      const operation = await confirmOperation({ ...selected, resource, action, onDone: onChanged });
      if (operation) await track(runInBulk(operation));
    } catch (error) {
      reportError(error);
    } finally {
      isConfirming.current = false;
    }
  };
  return { run, isRunning: isRunning || !isAvailable };
};
