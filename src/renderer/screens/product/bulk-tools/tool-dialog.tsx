import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '#shared/texts.ts';
import { useVariants } from '../sheet/use-variants.ts';
import type { EditableVariant, VariantSheet } from '../sheet/variant-sheet.ts';
import classes from './change-examples.module.css';

export const BulkToolDialog = ({
  title,
  applyLabel = title,
  undoLabel = title,
  summary,
  error = null,
  edited,
  onClose,
  children,
}: {
  title: string;
  applyLabel?: string;
  undoLabel?: string;
  summary: string;
  error?: string | null;
  /** The sheet after the edit; the current one if nothing would change. */
  edited: VariantSheet;
  onClose: () => void;
  children: ReactNode;
}) => {
  const { sheet, change } = useVariants();
  return (
    <Modal opened onClose={onClose} size="lg" title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals, which would submit the product form.
          event.stopPropagation();
          change(undoLabel, () => edited);
          onClose();
        }}
      >
        <Stack gap="md">
          {children}
          <Text size="sm" c="dimmed" role="status">
            {summary}
          </Text>
          {error !== null && (
            <Text size="sm" c="var(--bo-danger)" role="alert">
              {error}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button onClick={onClose}>{texts.form.cancel}</Button>
            <Button variant="brand" type="submit" disabled={edited === sheet}>
              {applyLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

const maxExamples = 4;

/** The changes to the first variants. */
export const ChangeExamples = ({
  indexes,
  edited,
  show,
}: {
  indexes: readonly number[];
  edited: VariantSheet;
  show: (variant: EditableVariant) => string;
}) => {
  const { sheet } = useVariants();
  const examples = indexes.slice(0, maxExamples).flatMap((index) => {
    const [before, after] = [sheet.variants[index], edited.variants[index]];
    return before && after && before !== after ? [{ before, after }] : [];
  });
  if (examples.length === 0) return null;
  return (
    <Box px="sm" py={8} bd="1px solid var(--bo-line)" bdrs="md">
      {examples.map(({ before, after }) => (
        <div key={before.name} className={classes.example}>
          <Text size="sm">{before.name}</Text>
          <Text size="sm" c="dimmed" className="bo-tabular">
            {show(before) || 'Empty'}
          </Text>
          <span aria-hidden>→</span>
          <Text size="sm" className="bo-tabular">
            {show(after) || 'Empty'}
          </Text>
        </div>
      ))}
    </Box>
  );
};
