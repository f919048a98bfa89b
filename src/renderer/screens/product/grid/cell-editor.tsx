import { useEffect, useRef } from 'react';
import { createShortcutHandler } from '../../../ui/shortcuts.ts';
import { cellMessageId } from './use-grid.ts';
import classes from './variant-grid.module.css';

export type CommitDirection = 'down' | 'right' | 'left' | 'stay';

/** Edits one cell in an uncontrolled input, so that typing re-renders nothing else. */
export const CellEditor = ({
  label,
  initialText,
  isNumeric,
  isInvalid,
  onCommit,
  onCancel,
}: {
  label: string;
  initialText: string;
  isNumeric: boolean;
  isInvalid: boolean;
  /** Returns false for invalid text, which keeps the editor open. */
  onCommit: (text: string, direction: CommitDirection) => boolean;
  onCancel: () => void;
}) => {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(initialText.length, initialText.length);
  }, [initialText]);
  const finish = (direction: CommitDirection) => {
    if (!isDone.current) isDone.current = onCommit(input.current?.value ?? '', direction);
  };
  return (
    <input
      ref={input}
      className={classes.editor}
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={isInvalid ? cellMessageId : undefined}
      defaultValue={initialText}
      inputMode={isNumeric ? 'decimal' : 'text'}
      onBlur={() => finish('stay')}
      onKeyDown={(event) => {
        createShortcutHandler({ save: () => finish('stay') })(event);
        // A save shortcut reaches the form once the text is accepted; other keys must not reach the grid.
        if (!isDone.current) event.stopPropagation();
        if (event.key === 'Escape') {
          isDone.current = true;
          onCancel();
        } else if (event.key === 'Enter' || event.key === 'Tab') {
          event.preventDefault();
          finish(event.key === 'Enter' ? 'down' : event.shiftKey ? 'left' : 'right');
        }
      }}
    />
  );
};
