import { useEffect, useEffectEvent, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { create } from 'zustand';
import { openConfirm } from '../ui/confirm.tsx';

/** Whether the last draft could be stored on this computer. */
export const useAreDraftsStored = create<boolean>(() => true);

const openForms = new Set<() => Promise<void>>();

export const onStoreDrafts = (store: () => Promise<void>): (() => void) => {
  openForms.add(store);
  return () => void openForms.delete(store);
};

/** Stores the unsaved values of all open forms; resolves even if one of them can't be stored. */
export const storeOpenDrafts = async (): Promise<void> => {
  await Promise.allSettled([...openForms].map((store) => store()));
};

const getAddress = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

/** A form may have a dialog with another form above it. */
let dirtyFormCount = 0;

/** Location state of a link that leaves a form only temporarily, so that its draft is kept. */
export const keepDraftState = { keepsDraft: true };

export const hasUnsavedChanges = (): boolean => dirtyFormCount > 0;

/**
 * Asks before the user leaves a page with unsaved changes; `onLeave` is called if they are discarded.
 * Call the returned function to leave without the question.
 */
export const useUnsavedChangesGuard = (isDirty: boolean, onLeave: () => void = () => {}): (() => void) => {
  const notifyLeave = useEffectEvent(onLeave);
  const canLeave = useRef(false);
  useEffect(() => {
    if (!isDirty) return;
    dirtyFormCount += 1;
    return () => {
      dirtyFormCount -= 1;
    };
  }, [isDirty]);
  const { state, location, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges() && !canLeave.current && getAddress(currentLocation) !== getAddress(nextLocation),
  );
  useBeforeUnload((event) => {
    if (isDirty && !canLeave.current) event.preventDefault();
  });
  const answer = useEffectEvent((isConfirmed: boolean, keepsDraft: boolean) => {
    if (!isConfirmed) return reset?.();
    if (!keepsDraft) notifyLeave();
    proceed?.();
  });
  const ask = useEffectEvent(async () => {
    const keepsDraft = location?.state?.keepsDraft === true && useAreDraftsStored.getState();
    const isConfirmed = await openConfirm({
      title: keepsDraft ? 'Leave this form?' : 'Leave without saving?',
      message: keepsDraft
        ? 'Your unsaved changes are kept as a draft. Open the form again to restore them.'
        : 'Your changes will be lost.',
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
    });
    answer(isConfirmed, keepsDraft);
  });
  // Asks once: a second Back only changes where the answer leads.
  useEffect(() => {
    if (state === 'blocked') void ask();
  }, [state]);
  return () => {
    canLeave.current = true;
  };
};
