import { useRef, useState } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { useCapability } from '../capabilities.ts';
import { reportError } from '../errors.ts';
import { usePreload } from '../when-idle.ts';
import type { BulkAction, SelectionSnapshot } from './bulk-target.ts';

const loadBulkChange = () => import('./bulk-change.tsx');

/** Confirms and runs a bulk change, shows one result toast and offers to undo it. */
export const useBulkChange = (resource: Resource, onDone: () => void) => {
  const isAvailable = useCapability('bulk') === true;
  const [isRunning, setIsRunning] = useState(false);
  const isConfirming = useRef(false);
  usePreload(loadBulkChange);
  const run = async (action: BulkAction, snapshot: SelectionSnapshot): Promise<void> => {
    const loaded = await loadBulkChange().catch(reportError);
    if (!loaded || isConfirming.current) return;
    isConfirming.current = true;
    const operation = { resource, action, snapshot, onDone };
    const isConfirmed = await loaded.confirmOperation(operation);
    isConfirming.current = false;
    if (!isConfirmed) return;
    setIsRunning(true);
    await loaded.runInBulk(operation);
    setIsRunning(false);
  };
  return { run, isRunning: isRunning || !isAvailable };
};
