import { Button, TextInput } from '@mantine/core';
import { IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { DragDropContext, Draggable, Droppable, type DropResult } from 'react-beautiful-dnd';
import { IconButton } from '../../../ui/icon-button.tsx';
import { linesOf } from '../grid/columns.ts';
import { moved } from '../variants/image-edits.ts';
import { useVariants } from '../variants/use-variants.ts';
import { type Draft, editVariants } from '../variants/variant-sheet.ts';
import classes from './panel.module.css';

/** Types one line. It is the input's own until it is left, so that each line is one step to undo. */
const FeatureInput = ({
  line,
  label,
  error,
  isDisabled,
  onLine,
  onLines,
  onNext,
}: {
  line: string;
  label: string;
  error: string | undefined;
  isDisabled: boolean;
  onLine: (line: string) => void;
  /** Several lines were pasted. */
  onLines: (lines: string[]) => void;
  onNext: () => void;
}) => {
  const [typed, setTyped] = useState(line);
  useEffect(() => setTyped(line), [line]);
  const take = () => typed !== line && onLine(typed);
  return (
    <TextInput
      className={classes.line}
      aria-label={label}
      error={error}
      disabled={isDisabled}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take();
        onNext();
      }}
      onPaste={(event) => {
        const lines = linesOf(event.clipboardData.getData('text/plain'));
        if (lines.length < 2) return;
        event.preventDefault();
        onLines(lines);
      }}
    />
  );
};

/** The features of one variant, line by line: typed, pasted, put in order, removed. */
export const FeatureList = ({ draft, index }: { draft: Draft; index: number }) => {
  const { change, isReadOnly, problemsOf } = useVariants();
  const list = useRef<HTMLDivElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const { descriptionArr: lines } = draft;
  const problem = problemsOf(draft).descriptionArr;
  const set = (label: string, edit: (lines: readonly string[]) => readonly string[]) =>
    change(`${label} of ${draft.name}`, (sheet) =>
      editVariants(sheet, [index], ({ descriptionArr }) => ({ descriptionArr: edit(descriptionArr) })),
    );
  useEffect(() => {
    if (!isAdding) return;
    const inputs = list.current?.querySelectorAll('input');
    inputs?.[inputs.length - 1]?.focus();
    setIsAdding(false);
  }, [isAdding]);
  const add = () => {
    set('Add a feature', (current) => [...current, '']);
    setIsAdding(true);
  };
  const reorder = ({ source, destination }: DropResult) => {
    if (!destination || destination.index === source.index) return;
    set('Order of the features', (current) => moved(current, source.index, destination.index));
  };
  return (
    <div ref={list} className={classes.features}>
      <DragDropContext onDragEnd={reorder}>
        <Droppable droppableId="features">
          {(droppable) => (
            <div ref={droppable.innerRef} {...droppable.droppableProps}>
              {lines.map((line, place) => (
                <Draggable
                  // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike; their place tells them apart
                  key={place}
                  draggableId={String(place)}
                  index={place}
                  disableInteractiveElementBlocking
                  isDragDisabled={isReadOnly}
                >
                  {(draggable, { isDragging }) => (
                    <div
                      ref={draggable.innerRef}
                      {...draggable.draggableProps}
                      className={classes.feature}
                      data-dragging={isDragging || undefined}
                    >
                      <button
                        type="button"
                        {...draggable.dragHandleProps}
                        className={classes.handle}
                        aria-label={`Reorder feature ${place + 1}`}
                      >
                        <IconGripVertical size="1rem" aria-hidden />
                      </button>
                      <FeatureInput
                        line={line}
                        label={`Feature ${place + 1}`}
                        error={line.trim() === '' ? problem : undefined}
                        isDisabled={isReadOnly}
                        onLine={(text) =>
                          set('Feature', (current) => current.map((each, at) => (at === place ? text : each)))
                        }
                        onLines={(pasted) =>
                          set('Paste features', (current) => [
                            ...current.slice(0, line === '' ? place : place + 1),
                            ...pasted,
                            ...current.slice(place + 1),
                          ])
                        }
                        onNext={add}
                      />
                      <IconButton
                        label={`Remove feature ${place + 1}`}
                        icon={<IconTrash size="1rem" />}
                        isDisabled={isReadOnly}
                        onClick={() =>
                          set('Remove a feature', (current) => current.filter((_, at) => at !== place))
                        }
                      />
                    </div>
                  )}
                </Draggable>
              ))}
              {droppable.placeholder}
            </div>
          )}
        </Droppable>
      </DragDropContext>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size="1rem" />}
        disabled={isReadOnly}
        onClick={add}
      >
        Add feature
      </Button>
    </div>
  );
};
