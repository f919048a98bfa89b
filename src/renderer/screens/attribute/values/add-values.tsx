import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { formatCount, formatList } from '#shared/resource-kit/labels.ts';
import { announce } from '../../../ui/announcements.tsx';
import type { ValueRows } from './use-value-rows.ts';
import { addNames, findNewNames, splitNames, type ValueRow } from './value-rows.ts';

const maxNamesShown = 8;

const listNames = (names: readonly string[]): string =>
  formatList([
    ...names.slice(0, maxNamesShown),
    ...(names.length > maxNamesShown ? [`${(names.length - maxNamesShown).toLocaleString('en')} more`] : []),
  ]);

const existText = (names: readonly string[]): string =>
  `${listNames(names)} already ${names.length === 1 ? 'exists' : 'exist'}`;

/** Preview of a pasted list, before its values are added. */
const PastedNames = ({
  rows,
  names,
  onAdd,
  onCancel,
}: {
  rows: readonly ValueRow[];
  names: readonly string[];
  onAdd: (names: string[]) => void;
  onCancel: () => void;
}) => {
  const { added, skipped } = findNewNames(rows, names);
  return (
    <Stack gap="xs" role="group" aria-label="Pasted values">
      {added.length > 0 && (
        <Group gap="xs" wrap="nowrap" align="baseline">
          <Badge
            variant="light"
            color="green"
            flex="none"
          >{`${added.length.toLocaleString('en')} new`}</Badge>
          <Text size="sm">{listNames(added)}</Text>
        </Group>
      )}
      {skipped.length > 0 && (
        <Group gap="xs" wrap="nowrap" align="baseline">
          <Badge variant="light" color="gray" flex="none">
            {`${skipped.length.toLocaleString('en')} skipped`}
          </Badge>
          <Text size="sm">{existText(skipped)}</Text>
        </Group>
      )}
      <Group gap="xs">
        {added.length > 0 && (
          <Button size="xs" data-autofocus onClick={() => onAdd(added)}>
            {`Add ${formatCount(added.length, 'value')}`}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
};

/** Adds values by Enter, or a pasted column or list after a preview of the new ones. */
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
  const [pasted, setPasted] = useState<readonly string[] | null>(null);
  const [notice, setNotice] = useState('');
  const add = (names: readonly string[]) => {
    const { added, skipped } = findNewNames(rows, names);
    setNotice(skipped.length > 0 ? existText(skipped) : '');
    setPasted(null);
    if (added.length === 0) return;
    change((latest) => addNames(latest, added));
    announce(`${listNames(added)} added`);
    setText('');
  };
  const addTyped = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || text.trim() === '') return;
    event.preventDefault();
    add(splitNames(text));
  };
  const paste = (event: ClipboardEvent) => {
    const names = splitNames(event.clipboardData.getData('text/plain'));
    if (names.length < 2) return;
    event.preventDefault();
    setNotice('');
    setPasted(names);
  };
  return (
    <Stack gap="xs">
      <TextInput
        ref={inputRef}
        maw="40rem"
        label="Add values"
        description="Enter adds a value and stays here. You can also paste a column or a list with commas."
        data-value-name
        value={text}
        disabled={isDisabled}
        error={notice || undefined}
        onChange={({ currentTarget }) => {
          setNotice('');
          setText(currentTarget.value);
        }}
        onKeyDown={addTyped}
        onPaste={paste}
      />
      {pasted && <PastedNames rows={rows} names={pasted} onAdd={add} onCancel={() => setPasted(null)} />}
    </Stack>
  );
};
