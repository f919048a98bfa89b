import { Button, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { createShortcutHandler } from '../../../ui/shortcuts.ts';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { parseFeatureLines } from '../sheet/columns.ts';
import { useVariants } from '../sheet/use-variants.ts';
import { type Draft, updateVariants } from '../sheet/variant-sheet.ts';
import classes from './panel.module.css';

/** Keeps the text in local state until blur, so that each edited line is one undo step. */
const FeatureInput = ({
  line,
  label,
  error,
  isDisabled,
  onLine,
  onPasteLines,
  onEnter,
}: {
  line: string;
  label: string;
  error: string | undefined;
  isDisabled: boolean;
  onLine: (line: string) => void;
  onPasteLines: (lines: string[]) => void;
  onEnter: () => void;
}) => {
  const [typed, setTyped] = useState(line);
  useEffect(() => setTyped(line), [line]);
  const take = () => typed !== line && onLine(typed);
  return (
    <TextInput
      flex={1}
      aria-label={label}
      error={error}
      disabled={isDisabled}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        createShortcutHandler({ save: take })(event);
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take();
        onEnter();
      }}
      onPaste={(event) => {
        const lines = parseFeatureLines(event.clipboardData.getData('text/plain'));
        if (lines.length < 2) return;
        event.preventDefault();
        onPasteLines(lines);
      }}
    />
  );
};

export const FeatureList = ({ draft, index }: { draft: Draft; index: number }) => {
  const { change, isReadOnly, getErrors } = useVariants();
  const list = useRef<HTMLDivElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const { descriptionArr: lines } = draft;
  const problem = getErrors(draft).descriptionArr;
  const set = (label: string, edit: (lines: readonly string[]) => readonly string[]) =>
    change(`${label} ${draft.name}`, (sheet) =>
      updateVariants(sheet, [index], ({ descriptionArr }) => ({ descriptionArr: edit(descriptionArr) })),
    );
  useEffect(() => {
    if (!isAdding) return;
    const inputs = list.current?.querySelectorAll('input');
    inputs?.[inputs.length - 1]?.focus();
    setIsAdding(false);
  }, [isAdding]);
  const add = () => {
    set('Add feature to', (current) => [...current, '']);
    setIsAdding(true);
  };
  return (
    <Stack ref={list} gap={8}>
      <SortableList
        items={lines}
        // Lines may be equal, so the index is the key.
        getId={(_line, place) => String(place)}
        getHandleLabel={(_line, place) => `Reorder feature ${place + 1}`}
        isDisabled={isReadOnly}
        itemClassName={classes.feature}
        onReorder={(ordered) => set('Reorder features of', () => ordered)}
      >
        {(line, place, handle) => (
          <>
            {handle}
            <FeatureInput
              line={line}
              label={`Feature ${place + 1}`}
              error={line.trim() === '' ? problem : undefined}
              isDisabled={isReadOnly}
              onLine={(text) =>
                set('Edit feature of', (current) => current.map((each, at) => (at === place ? text : each)))
              }
              onPasteLines={(pasted) =>
                set('Paste features into', (current) => [
                  ...current.slice(0, line === '' ? place : place + 1),
                  ...pasted,
                  ...current.slice(place + 1),
                ])
              }
              onEnter={add}
            />
            <IconButton
              label={`Remove feature ${place + 1}`}
              icon={<IconTrash size="1rem" />}
              isDisabled={isReadOnly}
              onClick={() => set('Remove feature from', (current) => current.filter((_, at) => at !== place))}
            />
          </>
        )}
      </SortableList>
      <Button size="xs" me="auto" leftSection={<IconPlus size="1rem" />} disabled={isReadOnly} onClick={add}>
        Add feature
      </Button>
    </Stack>
  );
};
