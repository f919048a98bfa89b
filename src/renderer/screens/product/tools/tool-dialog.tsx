import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '#shared/texts.ts';

/** A change of many variants: what is asked for, what it will do, and the way back. */
export const ToolDialog = ({
  title,
  summary,
  problem = null,
  applyLabel,
  canApply,
  onApply,
  onClose,
  children,
}: {
  title: string;
  /** What will happen, in words. */
  summary: string;
  problem?: string | null;
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
        // The product's own form lies above this one.
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
        {problem !== null && (
          <Text size="sm" c="var(--bo-danger)" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {texts.form.cancel}
          </Button>
          <Button type="submit" disabled={!canApply}>
            {applyLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  </Modal>
);
