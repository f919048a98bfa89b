import { Button, Group } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';

/** What can be undone now, the last one at the end. */
const offers = new Set<() => void>();

/** Where Ctrl+Z means what is typed, or what is under a dialog is out of reach. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null);

const undoLast = (event: KeyboardEvent): void => {
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  if (!isUndo || event.defaultPrevented || isElsewhere(event.target)) return;
  const last = [...offers].at(-1);
  if (!last) return;
  event.preventDefault();
  offers.delete(last);
  last();
};

const offer = (undo: () => void): (() => void) => {
  if (offers.size === 0) window.addEventListener('keydown', undoLast);
  offers.add(undo);
  return () => {
    offers.delete(undo);
    if (offers.size === 0) window.removeEventListener('keydown', undoLast);
  };
};

/** A message with a button that undoes what it tells of; Ctrl+Z does the same as long as the message is there. */
export const UndoOffer = ({ message, onUndo }: { message: string; onUndo: () => void }) => {
  const undo = useEffectEvent(onUndo);
  useEffect(() => offer(() => undo()), []);
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span>{message}</span>
      <Button
        size="compact-sm"
        flex="none"
        variant="default"
        leftSection={<IconArrowBackUp size="0.875rem" />}
        aria-keyshortcuts="Control+Z"
        onClick={onUndo}
      >
        Undo
      </Button>
    </Group>
  );
};
