import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useVariants } from './use-variants.ts';

export const UndoButtons = () => {
  const { undo, redo, undoLabel, redoLabel, isReadOnly } = useVariants();
  return (
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
};
