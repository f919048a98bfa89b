import { Button, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { modals, openDialog } from './modals.ts';

/** Question with two answers; resolves to null if the user closes it. */
export const openQuestion = ({
  title,
  message,
  detail,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDestructive = false,
  confirmIcon = isDestructive ? <IconTrash size="1rem" /> : undefined,
}: {
  title: string;
  message?: string;
  detail?: string;
  confirmLabel: string;
  cancelLabel?: string;
  confirmIcon?: ReactNode;
  isDestructive?: boolean;
}): Promise<boolean | null> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      size: 'sm',
      children: (
        <>
          {message && <Text>{message}</Text>}
          {detail && (
            <Text mt={message ? 'xs' : 0} c="dimmed">
              {detail}
            </Text>
          )}
        </>
      ),
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: { variant: isDestructive ? 'danger' : 'brand', leftSection: confirmIcon },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(null),
    });
  });

/** Confirmation dialog; resolves to true only if the user confirms. */
export const openConfirm = async (question: Parameters<typeof openQuestion>[0]): Promise<boolean> =>
  (await openQuestion(question)) === true;

/** Dialog with a message, a Close button and `actions`. */
export const openNotice = ({
  content,
  actions,
  ...settings
}: {
  title: string;
  size?: string;
  content: (close: () => void) => ReactNode;
  actions?: (close: () => void) => ReactNode;
}): void =>
  openDialog({
    ...settings,
    render: (close) => (
      <Stack>
        {content(close)}
        <Group justify="flex-end">
          <Button data-autofocus onClick={close}>
            Close
          </Button>
          {actions?.(close)}
        </Group>
      </Stack>
    ),
  });
