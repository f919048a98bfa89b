import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { useExclusive } from '../../ui/use-exclusive.ts';
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
  const runOnce = useExclusive();
  usePreload(loadBulkChange);
  const run = (action: BulkAction, selected: SelectedRows) =>
    runOnce(async () => {
      const { confirmOperation, runInBulk } = await loadBulkChange();
      const onChanged = () => onDone(selected.selection);
      const operation = await confirmOperation({ ...selected, resource, action, onDone: onChanged });
      if (operation) await track(runInBulk(operation));
    }).catch(reportError);
  return { run, isRunning: isRunning || !isAvailable };
};
