import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { formatCount, formatList } from '#shared/resource-kit/labels.ts';
import { announce } from '../../../ui/announcements.tsx';
import { useBeforeSubmit } from '../../../ui/use-before-submit.ts';
import type { ValueRows } from './use-value-rows.ts';
import { addNames, findNewNames, splitNames } from './value-rows.ts';

const maxNamesShown = 8;

const listNames = (names: readonly string[]): string =>
  formatList([
    ...names.slice(0, maxNamesShown),
    ...(names.length > maxNamesShown ? [`${(names.length - maxNamesShown).toLocaleString('en')} more`] : []),
  ]);

const existText = (names: readonly string[]): string =>
  `${listNames(names)} already ${names.length === 1 ? 'exists' : 'exist'}`;

/** Adds values: typed ones by Enter, by leaving the field or by saving, pasted columns and lists at once. */
export const AddValues = ({
  values: { rows, change },
  isDisabled,
  inputRef,
}: {
  values: ValueRows;
  isDisabled: boolean;
  inputRef: Ref<HTMLInputElement>;
}) => {
  const [text, setText] = useState('');
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [pasted, setPasted] = useState<readonly string[]>([]);
  const add = (names: readonly string[]): string[] => {
    const found = findNewNames(rows, names);
    setSkipped(found.skipped);
    setPasted([]);
    if (found.added.length > 0) {
      change((latest) => addNames(latest, found.added));
      announce(`${listNames(found.added)} added`);
    }
    return found.added;
  };
  const addTyped = () => {
    if (text.trim() === '') return;
    const added = add(splitNames(text));
    if (added.length > 0) setText('');
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || text.trim() === '') return;
    event.preventDefault();
    addTyped();
  };
  const paste = (event: ClipboardEvent) => {
    const names = splitNames(event.clipboardData.getData('text/plain'));
    if (names.length < 2) return;
    event.preventDefault();
    setPasted(add(names));
  };
  const unsavedPasted = rows.filter(({ _id, name }) => _id === undefined && pasted.includes(name));
  const ref = useMergedRef(inputRef, useBeforeSubmit(addTyped));
  return (
    <Stack gap="xs">
      <TextInput
        ref={ref}
        maw="40rem"
        label="Add values"
        description="Enter adds a value and stays here. You can also paste a column or a list with commas."
        data-value-name
        value={text}
        disabled={isDisabled}
        error={skipped.length > 0 ? existText(skipped) : undefined}
        onChange={({ currentTarget }) => {
          setSkipped([]);
          setText(currentTarget.value);
        }}
        onKeyDown={handleKey}
        onBlur={addTyped}
        onPaste={paste}
      />
      {unsavedPasted.length > 0 && (
        <Group gap="xs">
          <Text size="sm">{`${formatCount(unsavedPasted.length, 'value')} added`}</Text>
          <Button
            size="compact-xs"
            onClick={() =>
              change((latest) => latest.filter((row) => !unsavedPasted.some(({ key }) => key === row.key)))
            }
          >
            Undo
          </Button>
        </Group>
      )}
    </Stack>
  );
};
