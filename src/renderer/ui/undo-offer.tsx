import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { bindShortcuts } from './shortcuts.ts';
import { ToastAction } from './toast-action.tsx';

const offers = new Set<() => void>();

let unbind = () => {};

const undoLast = (): void => {
  const last = [...offers].at(-1);
  if (!last) return;
  offers.delete(last);
  last();
};

const offer = (undo: () => void): (() => void) => {
  if (offers.size === 0) unbind = bindShortcuts({ undo: undoLast });
  offers.add(undo);
  return () => {
    offers.delete(undo);
    if (offers.size === 0) unbind();
  };
};

/** Toast content with Undo, which Ctrl+Z triggers too while the toast is visible. */
export const UndoOffer = ({ message, onUndo }: { message: string; onUndo: () => void }) => {
  const undo = useEffectEvent(onUndo);
  useEffect(() => offer(() => undo()), []);
  return (
    <ToastAction
      message={message}
      leftSection={<IconArrowBackUp size="0.875rem" />}
      aria-keyshortcuts="Control+Z"
      onClick={onUndo}
    >
      Undo
    </ToastAction>
  );
};
