import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { texts } from '#shared/texts.ts';
import { announce } from '../../../ui/announcements.tsx';
import type { EditResult } from './bulk-edits.ts';
import classes from './bulk-tool-dialog.module.css';
import { useVariants } from './use-variants.ts';
import { type EditableVariant, getVariantTitle } from './variant-sheet.ts';

const maxExamples = 4;

/** Dialog that changes variants, with the number of changes and, if they can be shown as text, the first ones. */
export const BulkToolDialog = ({
  title,
  applyLabel = title,
  undoLabel = title,
  keys,
  edit: { sheet: edited, error },
  show,
  onClose,
  children,
}: {
  title: string;
  applyLabel?: string;
  undoLabel?: string;
  keys: readonly string[];
  edit: EditResult;
  show?: (variant: EditableVariant) => string;
  onClose: () => void;
  children: ReactNode;
}) => {
  const { sheet, change } = useVariants();
  const changes = sheet.variants.flatMap((before, index) => {
    const after = edited.variants[index];
    return after && after !== before ? [{ before, after }] : [];
  });
  const variantCount = formatCount(keys.length, 'variant');
  return (
    <Modal opened onClose={onClose} size="lg" title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals, which would submit the product form.
          event.stopPropagation();
          change(undoLabel, () => edited);
          announce(`${undoLabel}: ${formatCount(changes.length, 'variant')} changed`);
          onClose();
        }}
      >
        <Stack gap="md">
          {children}
          {show && changes.length > 0 && (
            <Box px="sm" py={8} bd="1px solid var(--bo-line)" bdrs="md">
              {changes.slice(0, maxExamples).map(({ before, after }) => (
                <div key={before.name} className={classes.example}>
                  <Text size="sm">{getVariantTitle(before)}</Text>
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
          )}
          <Text size="sm" c="dimmed" role="status">
            {changes.length > 0
              ? `${changes.length.toLocaleString('en')} of ${variantCount} will change`
              : 'No variants will change'}
          </Text>
          {error !== undefined && (
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
