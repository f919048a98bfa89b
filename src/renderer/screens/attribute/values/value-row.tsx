import { TextInput } from '@mantine/core';
import { IconArrowMerge, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SwatchButton } from './swatch-button.tsx';
import type { ValueRows } from './use-value-rows.ts';
import { findDuplicate, isMergeTarget, removeRow, updateRow, type ValueRow } from './value-rows.ts';
import classes from './values-section.module.css';

const focusNextInput = (input: HTMLElement): void => {
  const section = input.closest('section');
  const inputs = [...(section?.querySelectorAll<HTMLElement>('input[data-value-name]') ?? [])];
  inputs[inputs.indexOf(input) + 1]?.focus();
};

export const ValueRowEditor = ({
  row,
  values: { rows, change, getError },
  handle,
  isDisabled,
  canMerge,
  onMerge,
}: {
  row: ValueRow;
  values: ValueRows;
  handle: ReactNode;
  isDisabled: boolean;
  canMerge: boolean;
  onMerge: () => void;
}) => {
  const { name, color, image, replacementId } = getError(row);
  const duplicate = findDuplicate(rows, row);
  const shownName = row.name || 'the value';
  const update = (values: Partial<ValueRow>) => change((latest) => updateRow(latest, row.key, values));
  const goToNext = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter would save the form.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    focusNextInput(event.currentTarget);
  };
  const isTarget = isMergeTarget(rows, row);
  const duplicateError = duplicate && `There is already a value ${duplicate.name}. Merge or rename one of them.`;
  return (
    <div className={classes.row}>
      {handle}
      <SwatchButton row={row} isDisabled={isDisabled} error={color?.message ?? image?.message} onChange={update} />
      <TextInput
        className={classes.name}
        data-value-name
        aria-label={`Name of ${row.name || 'the new value'}`}
        value={row.name}
        maxLength={500}
        disabled={isDisabled}
        error={name?.message ?? replacementId?.message ?? color?.message ?? image?.message ?? duplicateError}
        onChange={({ currentTarget }) => update({ name: currentTarget.value })}
        onKeyDown={goToNext}
      />
      {canMerge && row._id !== undefined && (
        <IconButton
          label={`Merge ${shownName} into another value`}
          tooltip={isTarget ? 'Another value is merged into this one' : 'Merge into another value'}
          icon={<IconArrowMerge size="1.125rem" />}
          isDisabled={isDisabled || isTarget}
          onClick={onMerge}
        />
      )}
      <IconButton
        label={`Delete ${shownName}`}
        tooltip={isTarget ? 'Another value is merged into this one' : 'Delete'}
        icon={<IconTrash size="1.125rem" />}
        isDisabled={isDisabled || isTarget}
        onClick={() => change((latest) => removeRow(latest, row.key))}
      />
    </div>
  );
};
