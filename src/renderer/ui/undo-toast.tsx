import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { bindShortcuts } from './shortcuts.ts';
import { ToastAction } from './toast-action.tsx';

const undoStack = new Set<() => void>();

let unbindShortcut = () => {};

const undoLast = (): void => {
  const last = [...undoStack].at(-1);
  if (!last) return;
  undoStack.delete(last);
  last();
};

const pushUndo = (undo: () => void): (() => void) => {
  if (undoStack.size === 0) unbindShortcut = bindShortcuts({ undo: undoLast });
  undoStack.add(undo);
  return () => {
    undoStack.delete(undo);
    if (undoStack.size === 0) unbindShortcut();
  };
};

/** Toast content with Undo, which Ctrl+Z triggers too while the toast is visible. */
export const UndoToast = ({ message, onUndo }: { message: string; onUndo: () => void }) => {
  const undo = useEffectEvent(onUndo);
  useEffect(() => pushUndo(() => undo()), []);
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
