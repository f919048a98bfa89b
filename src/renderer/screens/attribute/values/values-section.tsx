import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconSortAZ } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatCount, formatList } from '#shared/resource-kit/labels.ts';
import { useResourceFormContext } from '../../../resource-kit/form/field.tsx';
import { FormSection } from '../../../resource-kit/form/form-page.tsx';
import { useIsFullServer } from '../../../resource-kit/server-level.ts';
import { keepDraftState } from '../../../resource-kit/use-unsaved-changes-guard.ts';
import { announce } from '../../../ui/announcements.tsx';
import { useBeforeSubmit } from '../../../ui/search-select.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { openMergeValueDialog } from './merge-value-dialog.tsx';
import { ValueRowEditor } from './value-row.tsx';
import {
  addNames,
  findNewNames,
  isKept,
  keepRow,
  sortByName,
  splitNames,
  updateRow,
  useValueRows,
  type ValueRow,
  type ValueRows,
} from './value-rows.ts';
import classes from './values-section.module.css';

const maxNamesShown = 8;

const listNames = (names: readonly string[]): string =>
  formatList([
    ...names.slice(0, maxNamesShown),
    ...(names.length > maxNamesShown ? [`${(names.length - maxNamesShown).toLocaleString('en')} more`] : []),
  ]);

const existText = (names: readonly string[]): string =>
  `${listNames(names)} already ${names.length === 1 ? 'exists' : 'exist'}`;

/** Adds values: typed ones by Enter, by leaving the field or by saving, pasted columns and lists at once. */
const AddValues = ({
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

const isStored = (row: ValueRow): row is ValueRow & { _id: string } => row._id !== undefined;

const ValuesEditor = () => {
  const { isSaving } = useResourceFormContext();
  const navigate = useNavigate();
  const values = useValueRows();
  const { rows, change, getError, ref } = values;
  const kept = rows.filter(isKept);
  /** Values that are deleted or merged on the next save, which can still be kept. */
  const pending = rows.filter((row) => !isKept(row));
  const reorder = (ordered: ValueRow[]) => change((latest) => [...ordered, ...latest.filter((row) => !isKept(row))]);
  const openMerge = (row: ValueRow) => {
    if (!isStored(row)) return;
    const others = kept.filter(isStored).filter(({ key }) => key !== row.key);
    openMergeValueDialog({
      row,
      others,
      // Dialogs are outside of the router.
      onOpen: (path) => navigate(path, { state: keepDraftState }),
      onMerge: ({ _id }) => change((latest) => updateRow(latest, row.key, { replacementId: _id })),
    });
  };
  return (
    <FormSection title="Values">
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {kept.length === 0
              ? 'No values yet'
              : `${formatCount(kept.length, 'value')}, in the order of product forms`}
          </Text>
          {kept.length > 1 && (
            <Button
              size="xs"
              leftSection={<IconSortAZ size="1rem" />}
              disabled={isSaving}
              onClick={() => reorder(sortByName(kept))}
            >
              Sort A–Z
            </Button>
          )}
        </Group>
        {kept.length > 0 && (
          <SortableList
            items={kept}
            getId={({ key }) => key}
            getHandleLabel={({ name }) => `Move ${name || 'the value'}`}
            isDisabled={isSaving}
            onReorder={reorder}
          >
            {(row, _index, handle) => (
              <ValueRowEditor
                row={row}
                values={values}
                handle={handle}
                isDisabled={isSaving}
                canMerge={kept.length > 1}
                onMerge={() => openMerge(row)}
              />
            )}
          </SortableList>
        )}
        <AddValues values={values} isDisabled={isSaving} inputRef={ref} />
        {pending.length > 0 && (
          <ul className={classes.pending} aria-label="Changes on save">
            {pending.map((row) => {
              const errors = getError(row);
              const error = errors.replacementId?.message ?? errors.name?.message;
              const into = row.replacementId && rows.find(({ _id }) => _id === row.replacementId);
              return (
                <li key={row.key}>
                  <Text size="sm">{`“${row.name}” will be ${into ? `merged into “${into.name}”` : 'deleted'}`}</Text>
                  <Button
                    size="compact-xs"
                    aria-label={`Keep ${row.name}`}
                    onClick={() => change((latest) => keepRow(latest, row.key))}
                  >
                    Keep
                  </Button>
                  {error && (
                    <Text size="sm" c="var(--bo-danger)" role="alert">
                      {error}
                    </Text>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </Stack>
    </FormSection>
  );
};

/** The values of the form's attribute, on servers that save both together. */
export const ValuesSection = () => (useIsFullServer() ? <ValuesEditor /> : null);
