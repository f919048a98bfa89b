import { Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { SelectOption } from '#shared/api.ts';
import { createShortcutHandler } from '../shortcuts.ts';
import classes from './grid.module.css';
import { cellMessageId } from './use-grid.ts';

export type CommitDirection = 'down' | 'right' | 'left' | 'stay';

/** The options that an editor showed, and the one that the user chose. */
export type CellChoice = { options: readonly SelectOption[]; chosen: string | undefined };

export type CellEditorProps = {
  label: string;
  initialText: string;
  isNumeric: boolean;
  isInvalid: boolean;
  /** Returns false for invalid text, which keeps the editor open. */
  onCommit: (text: string, direction: CommitDirection, choice?: CellChoice) => boolean;
  onCancel: () => void;
};

/** The key that ends an edit with a direction; null for any other key. */
export const getCommitDirection = ({ key, shiftKey }: KeyboardEvent): CommitDirection | null => {
  if (key === 'Enter') return 'down';
  if (key !== 'Tab') return null;
  return shiftKey ? 'left' : 'right';
};

/** Edits one cell in an uncontrolled input, so that typing re-renders nothing else. */
export const CellEditor = ({
  label,
  initialText,
  isNumeric,
  isInvalid,
  isMultiline = false,
  onCommit,
  onCancel,
}: CellEditorProps & { isMultiline?: boolean }) => {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(initialText.length, initialText.length);
  }, [initialText]);
  const finish = (direction: CommitDirection) => {
    if (!isDone.current) isDone.current = onCommit(input.current?.value ?? '', direction);
  };
  const Input = isMultiline ? 'textarea' : 'input';
  return (
    <Input
      ref={input}
      className={isMultiline ? `${classes.editor} ${classes.multiline}` : classes.editor}
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={isInvalid ? cellMessageId : undefined}
      defaultValue={initialText}
      inputMode={isNumeric ? 'decimal' : 'text'}
      onBlur={() => finish('stay')}
      onKeyDown={(event: KeyboardEvent) => {
        createShortcutHandler({ save: () => finish('stay') })(event as KeyboardEvent<HTMLElement>);
        // A save shortcut reaches the form once the text is accepted; other keys must not reach the grid.
        if (!isDone.current) event.stopPropagation();
        if (event.key === 'Escape') {
          isDone.current = true;
          onCancel();
          return;
        }
        const isLineBreak = isMultiline && event.key === 'Enter' && (event.shiftKey || event.altKey);
        const direction = isLineBreak ? null : getCommitDirection(event);
        if (!direction) return;
        event.preventDefault();
        finish(direction);
      }}
    />
  );
};

/** Says why the active cell is invalid. A cell refers to it when it takes the focus; an open editor has the focus. */
export const CellMessage = ({ isAlert, children }: { isAlert: boolean; children: string }) => {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Text ref={ref} id={cellMessageId} fz="0.8125rem" c="var(--bo-danger)" role={isAlert ? 'alert' : undefined}>
      {children}
    </Text>
  );
};
