import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

/** Asks a yes-or-no question; gives true only when it was confirmed. */
export const confirm = ({
  title,
  question,
  detail,
  confirmLabel,
  cancelLabel = 'Cancel',
  confirmIcon,
}: {
  title: string;
  /** Left out where the title asks already. */
  question?: string;
  detail?: string;
  confirmLabel: string;
  cancelLabel?: string;
  confirmIcon?: ReactNode;
}): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      size: 'sm',
      children: (
        <>
          {question && <Text>{question}</Text>}
          {detail && (
            <Text mt="xs" c="dimmed">
              {detail}
            </Text>
          )}
        </>
      ),
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: { leftSection: confirmIcon },
      cancelProps: { 'data-autofocus': true },
      closeButtonProps: { 'aria-label': 'Close' },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
