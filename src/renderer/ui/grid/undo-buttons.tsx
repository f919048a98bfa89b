import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { IconButton } from '../icon-button.tsx';

export const UndoButtons = ({
  undo,
  redo,
  undoLabel,
  redoLabel,
  isReadOnly,
}: {
  undo: () => void;
  redo: () => void;
  /** The change to undo; null for nothing. */
  undoLabel: string | null;
  redoLabel: string | null;
  isReadOnly: boolean;
}) => (
  <>
    <IconButton
      label={undoLabel === null ? 'Undo' : `Undo: ${undoLabel}`}
      icon={<IconArrowBackUp size="1.125rem" />}
      isDisabled={isReadOnly || undoLabel === null}
      onClick={undo}
    />
    <IconButton
      label={redoLabel === null ? 'Redo' : `Redo: ${redoLabel}`}
      icon={<IconArrowForwardUp size="1.125rem" />}
      isDisabled={isReadOnly || redoLabel === null}
      onClick={redo}
    />
  </>
);
