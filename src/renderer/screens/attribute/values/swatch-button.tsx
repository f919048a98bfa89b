import { Button, ColorInput, ColorPicker, Group, Popover, Stack, UnstyledButton } from '@mantine/core';
import { IconPalette, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { platform } from '../../../platform/index.ts';
import { isLocalFile } from '../../../platform/local-files.ts';
import { notifyMetadataRemoval } from '../../../resource-kit/kinds/file-input.tsx';
import { Swatch } from '../../../resource-kit/swatch.tsx';
import { trackPendingFiles } from '../../../ui/pending-files.ts';
import { showError } from '../../../ui/toasts.tsx';
import type { ValueRow } from './value-rows.ts';
import classes from './values-section.module.css';

const swatches = [
  ...['#c0392f', '#d97a2b', '#e8c547', '#3a7d55', '#2f97a0', '#2f5fa8', '#6d4aa0', '#d7669a'],
  ...['#7a5230', '#f5f1e6', '#9a9a9a', '#2b2e33'],
];

const SwatchForm = ({ row, onChange }: { row: ValueRow; onChange: (change: Partial<ValueRow>) => void }) => {
  const pick = async () => {
    const isAccepted = (results: Awaited<ReturnType<typeof platform.files.pick>>) =>
      results.every((result) => 'file' in result);
    const picked = platform.files.pick({ kind: 'image', isMultiple: false });
    const [result] = await trackPendingFiles(picked, isAccepted);
    if (!result) return;
    if ('error' in result) return showError(result.error);
    if (isLocalFile(row.image)) platform.files.release(row.image);
    void notifyMetadataRemoval(result.file);
    onChange({ image: result.file });
  };
  const remove = () => {
    if (isLocalFile(row.image)) platform.files.release(row.image);
    onChange({ image: null });
  };
  return (
    <Stack gap="sm">
      <ColorInput
        label="Swatch colour"
        placeholder="#c0392f"
        format="hex"
        withPicker={false}
        withEyeDropper
        value={row.color}
        onChange={(color) => onChange({ color })}
        data-autofocus
      />
      <ColorPicker
        fullWidth
        format="hex"
        swatches={swatches}
        swatchesPerRow={6}
        saturationLabel="Saturation and brightness"
        hueLabel="Hue"
        value={row.color}
        onChange={(color) => onChange({ color })}
      />
      <Group gap="xs">
        <Button size="xs" leftSection={<IconPhoto size="1rem" />} onClick={() => void pick()}>
          {row.image ? 'Replace image' : 'Choose image'}
        </Button>
        {row.image && (
          <Button size="xs" variant="subtle" onClick={remove}>
            Remove image
          </Button>
        )}
        {row.color && (
          <Button size="xs" variant="subtle" onClick={() => onChange({ color: '' })}>
            Remove colour
          </Button>
        )}
      </Group>
    </Stack>
  );
};

/** Shows the swatch of a value and opens a form for its colour or picture. */
export const SwatchButton = ({
  row,
  isDisabled,
  error,
  onChange,
}: {
  row: ValueRow;
  isDisabled: boolean;
  error: string | undefined;
  onChange: (change: Partial<ValueRow>) => void;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  const hasSwatch = row.image !== null || row.color !== '';
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus returnFocus position="bottom-start" width={280}>
      <Popover.Target>
        <UnstyledButton
          className={classes.swatch}
          data-invalid={error !== undefined || undefined}
          aria-label={`Swatch of ${row.name || 'the value'}`}
          disabled={isDisabled}
          onClick={() => setIsOpen(!isOpen)}
        >
          {hasSwatch ? <Swatch value={row} /> : <IconPalette size="1.125rem" aria-hidden />}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <SwatchForm row={row} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
};
