import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { toastDurations } from '#shared/limits.ts';
import { ProgressNote } from './progress-note.tsx';
import { RetryOffer } from './retry-offer.tsx';
import { UndoOffer } from './undo-offer.tsx';

/** What was said last that worked, and its toast. */
let lastSuccess = { message: '', id: '' };

/** Shows a success toast, which replaces an equal one; an empty message shows none. */
export const showSuccess = (message: string | undefined): void => {
  if (!message) return;
  if (lastSuccess.message === message) notifications.hide(lastSuccess.id);
  const id = notifications.show({
    message,
    autoClose: toastDurations.success,
    icon: <IconCheck size="1rem" />,
    className: 'bo-toast-good',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
  lastSuccess = { message, id };
};

/** Says that something worked, and offers to undo it for a while: by its button, or by Ctrl+Z. */
export const showUndoable = (message: string, onUndo: () => void): void => {
  let isUndone = false;
  const undo = () => {
    if (isUndone) return;
    isUndone = true;
    notifications.hide(id);
    onUndo();
  };
  const id = notifications.show({
    message: <UndoOffer message={message} onUndo={undo} />,
    autoClose: toastDurations.undo,
    icon: <IconCheck size="1rem" />,
    className: 'bo-toast-good',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
};

/** Says that something goes on, which can be cancelled unless `onCancel` is null. `tell` says how far it is; `end` takes the toast away. */
export const showProgress = (
  message: string,
  onCancel: (() => void) | null,
): { tell: (detail: string) => void; end: () => void } => {
  let shown = '';
  const toast = (detail: string) => ({
    message: <ProgressNote message={message} detail={detail} onCancel={onCancel} />,
    loading: true,
    autoClose: false as const,
    withCloseButton: false,
  });
  const id = notifications.show(toast(shown));
  return {
    tell: (detail) => {
      if (detail === shown) return;
      shown = detail;
      notifications.update({ id, ...toast(detail) });
    },
    end: () => void notifications.hide(id),
  };
};

/** Shows an error; returns the toast's id. */
export const showFailure = (message: string): string =>
  notifications.show({
    message,
    autoClose: toastDurations.error,
    icon: <IconAlertTriangle size="1rem" />,
    className: 'bo-toast-bad',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });

export const hideToast = (id: string): void => void notifications.hide(id);

/** Shows an error with a button to try again until it is closed; returns the toast's id. */
export const showRetryable = (message: string, onRetry: () => void): string => {
  const retry = () => {
    notifications.hide(id);
    onRetry();
  };
  const id = notifications.show({
    message: <RetryOffer message={message} onRetry={retry} />,
    autoClose: false,
    icon: <IconAlertTriangle size="1rem" />,
    className: 'bo-toast-bad',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
  return id;
};

/** Says something worth knowing that is neither success nor failure. */
export const showNotice = (message: string): void => {
  notifications.show({
    message,
    autoClose: toastDurations.custom,
    icon: <IconInfoCircle size="1rem" />,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
};
