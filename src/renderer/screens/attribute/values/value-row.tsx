import { Button, ColorInput, ColorPicker, Group, Popover, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { IconArrowsJoin, IconPalette, IconPhoto, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { platform } from '../../../platform/index.ts';
import { isLocalFile } from '../../../platform/local-files.ts';
import { AltInput } from '../../../resource-kit/kinds/alt-input.tsx';
import { notifyMetadataRemoval } from '../../../resource-kit/kinds/file-input.tsx';
import { Swatch } from '../../../resource-kit/swatch.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { trackPendingFiles } from '../../../ui/pending-files.ts';
import { showError } from '../../../ui/toasts.tsx';
import { findDuplicate, isMergeTarget, removeRow, updateRow, type ValueRow, type ValueRows } from './value-rows.ts';
import classes from './values-section.module.css';

const swatches = [
  ...['#c0392f', '#d97a2b', '#e8c547', '#3a7d55', '#2f97a0', '#2f5fa8', '#6d4aa0', '#d7669a'],
  ...['#7a5230', '#f5f1e6', '#9a9a9a', '#2b2e33'],
];

const isAccepted = (results: Awaited<ReturnType<typeof platform.files.pick>>) =>
  results.every((result) => 'file' in result);

/** Shows the swatch of a value and opens a form for its colour or picture. */
const SwatchButton = ({
  row: { name, color, image, imageAlt = '' },
  isDisabled,
  isInvalid,
  onChange,
}: {
  row: ValueRow;
  isDisabled: boolean;
  isInvalid: boolean;
  onChange: (change: Partial<ValueRow>) => void;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  const changeImage = (next: ValueRow['image']) => {
    if (isLocalFile(image)) platform.files.release(image);
    onChange({ image: next });
  };
  const pick = async () => {
    const picked = platform.files.pick({ kind: 'image', isMultiple: false });
    const [result] = await trackPendingFiles(picked, isAccepted);
    if (!result) return;
    if ('error' in result) return showError(result.error);
    void notifyMetadataRemoval(result.file);
    changeImage(result.file);
  };
  const changeColor = (next: string) => onChange({ color: next });
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus returnFocus position="bottom-start" width={280}>
      <Popover.Target>
        <UnstyledButton
          className={classes.swatch}
          data-invalid={isInvalid || undefined}
          aria-label={`Swatch of ${name || 'the value'}`}
          disabled={isDisabled}
          onClick={() => setIsOpen(!isOpen)}
        >
          {image || color ? <Swatch value={{ color, image }} /> : <IconPalette size="1.125rem" aria-hidden />}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <ColorInput
            label="Swatch colour"
            placeholder="#c0392f"
            format="hex"
            withPicker={false}
            eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
            value={color}
            onChange={changeColor}
            data-autofocus
          />
          <ColorPicker
            fullWidth
            format="hex"
            swatches={swatches}
            swatchesPerRow={6}
            saturationLabel="Saturation and brightness"
            hueLabel="Hue"
            value={color}
            onChange={changeColor}
          />
          <Group gap="xs">
            <Button size="xs" leftSection={<IconPhoto size="1rem" />} onClick={() => void pick()}>
              {image ? 'Replace image' : 'Choose image'}
            </Button>
            {image && (
              <Button size="xs" variant="subtle" onClick={() => changeImage(null)}>
                Remove image
              </Button>
            )}
            {color && (
              <Button size="xs" variant="subtle" onClick={() => changeColor('')}>
                Remove colour
              </Button>
            )}
          </Group>
          {image && (
            <AltInput
              size="xs"
              label={attributeValue.fields.imageAlt.label}
              value={imageAlt}
              onChange={(next) => onChange({ imageAlt: next })}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};

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
  const swatchError = color?.message ?? image?.message;
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
      <SwatchButton row={row} isDisabled={isDisabled} isInvalid={swatchError !== undefined} onChange={update} />
      <TextInput
        className={classes.name}
        data-value-name
        aria-label={`Name of ${row.name || 'the new value'}`}
        value={row.name}
        maxLength={500}
        disabled={isDisabled}
        error={name?.message ?? replacementId?.message ?? swatchError ?? duplicateError}
        onChange={({ currentTarget }) => update({ name: currentTarget.value })}
        onKeyDown={goToNext}
      />
      {canMerge && row._id !== undefined && (
        <IconButton
          label={`Merge ${shownName} into another value`}
          tooltip={isTarget ? 'Another value is merged into this one' : 'Merge into another value'}
          icon={<IconArrowsJoin size="1.125rem" />}
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
