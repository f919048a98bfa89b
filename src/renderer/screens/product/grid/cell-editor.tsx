import { useEffect, useRef } from 'react';
import { shortcutHandler } from '../../../ui/shortcuts.ts';
import classes from './variant-grid.module.css';

/** Where the editor goes to once what was typed is taken. */
export type Leave = 'down' | 'right' | 'left' | 'stay';

/** Types into one cell. The text is the input's own until it is done, so that typing costs nothing else. */
export const CellEditor = ({
  label,
  start,
  isNumeric,
  onDone,
  onCancel,
}: {
  label: string;
  start: string;
  isNumeric: boolean;
  /** Gives false where the text cannot stand there: the editor then stays open. */
  onDone: (text: string, leave: Leave) => boolean;
  onCancel: () => void;
}) => {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(start.length, start.length);
  }, [start]);
  const finish = (leave: Leave) => {
    if (!isDone.current) isDone.current = onDone(input.current?.value ?? '', leave);
  };
  return (
    <input
      ref={input}
      className={classes.editor}
      aria-label={label}
      defaultValue={start}
      inputMode={isNumeric ? 'decimal' : 'text'}
      onBlur={() => finish('stay')}
      onKeyDown={(event) => {
        shortcutHandler({ save: () => finish('stay') })(event);
        // A save goes on to the form once the text is taken; every other key is the editor's alone.
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
