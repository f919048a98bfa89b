import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '#shared/texts.ts';

export const BulkToolDialog = ({
  title,
  summary,
  error = null,
  applyLabel,
  canApply,
  onApply,
  onClose,
  children,
}: {
  title: string;
  summary: string;
  error?: string | null;
  applyLabel: string;
  canApply: boolean;
  onApply: () => void;
  onClose: () => void;
  children: ReactNode;
}) => (
  <Modal opened onClose={onClose} size="lg" title={title}>
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React events bubble through portals, which would submit the product form.
        event.stopPropagation();
        if (!canApply) return;
        onApply();
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
          <Button variant="solid" type="submit" disabled={!canApply}>
            {applyLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  </Modal>
);
