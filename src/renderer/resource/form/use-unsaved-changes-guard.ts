import { useEffect, useEffectEvent, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { confirm } from '../../ui/confirm.tsx';

let isAnyFormDirty = false;

/** Location state of a link that leaves a form only for a while, so its draft is kept. */
export const keepingDraft = { keepsDraft: true };

export const hasUnsavedChanges = (): boolean => isAnyFormDirty;

/**
 * Asks before the user leaves a page with unsaved changes; `onLeave` is called if they are discarded.
 * Call the returned function to leave without the question.
 */
export const useUnsavedChangesGuard = (isDirty: boolean, onLeave: () => void = () => {}): (() => void) => {
  const leave = useEffectEvent(onLeave);
  const isFree = useRef(false);
  useEffect(() => {
    isAnyFormDirty = isDirty;
    return () => {
      isAnyFormDirty = false;
    };
  }, [isDirty]);
  const { state, location, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isFree.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (isDirty && !isFree.current) event.preventDefault();
  });
  useEffect(() => {
    if (state !== 'blocked') return;
    const keepsDraft = location.state?.keepsDraft === true;
    void confirm({
      title: keepsDraft ? 'Leave this form?' : 'Leave without saving?',
      question: keepsDraft
        ? 'Your unsaved changes are kept as a draft. Open the form again to restore it.'
        : 'Your changes will be lost.',
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
    }).then((isConfirmed) => {
      if (!isConfirmed) return reset();
      if (!keepsDraft) leave();
      proceed();
    });
  }, [state, location, proceed, reset]);
  return () => {
    isFree.current = true;
  };
};
