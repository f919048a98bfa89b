import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { IconButton } from '../icon-button.tsx';

const maxSteps = 200;

/** States with the label of the edit that led to each. `index` is the current one; those after it can be redone. */
export type EditHistory<State> = {
  steps: readonly { state: State; label: string }[];
  index: number;
};

export const startHistory = <State,>(state: State): EditHistory<State> => ({
  steps: [{ state, label: '' }],
  index: 0,
});

export const addStep = <State,>(
  { steps, index }: EditHistory<State>,
  step: { state: State; label: string },
): EditHistory<State> => {
  const previous = steps.slice(0, index + 1).slice(-maxSteps);
  return { steps: [...previous, step], index: previous.length };
};

/** Goes one step back or forward; null at the end. */
export const moveStep = <State,>({ steps, index }: EditHistory<State>, offset: 1 | -1): EditHistory<State> | null =>
  steps[index + offset] ? { steps, index: index + offset } : null;

/** Labels of the edits that can be undone and redone; null for none. */
export const getStepLabels = <State,>({ steps, index }: EditHistory<State>) => ({
  undoLabel: index > 0 ? (steps[index]?.label ?? null) : null,
  redoLabel: steps[index + 1]?.label ?? null,
});

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
}) => {
  const renderButton = (name: string, label: string | null, Icon: typeof IconArrowBackUp, onClick: () => void) => (
    <IconButton
      label={label === null ? name : `${name}: ${label}`}
      icon={<Icon size="1.125rem" />}
      isDisabled={isReadOnly || label === null}
      onClick={onClick}
    />
  );
  return (
    <>
      {renderButton('Undo', undoLabel, IconArrowBackUp, undo)}
      {renderButton('Redo', redoLabel, IconArrowForwardUp, redo)}
    </>
  );
};
