import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '#shared/texts.ts';
import { useVariants } from '../sheet/use-variants.ts';
import type { VariantSheet } from '../sheet/variant-sheet.ts';

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
