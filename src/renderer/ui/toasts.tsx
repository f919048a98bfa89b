import { type NotificationData, notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconRefresh } from '@tabler/icons-react';
import { toastDurations } from '#shared/limits.ts';
import { ToastAction } from './toast-action.tsx';
import { UndoOffer } from './undo-offer.tsx';

const good = { icon: <IconCheck size="1rem" />, className: 'bo-toast-good' };
const bad = { icon: <IconAlertTriangle size="1rem" />, className: 'bo-toast-bad' };

/** The last toast of plain text. */
let last = { message: '', id: '' };

/** Shows a toast of plain text in place of the last one if that says the same; returns its id. */
const showText = (message: string, options: Omit<NotificationData, 'message'>): string => {
  if (last.message === message) notifications.hide(last.id);
  const id = notifications.show({ message, ...options });
  last = { message, id };
  return id;
};

/** Shows a success toast; an empty message shows none. */
export const showSuccess = (message: string | undefined): void => {
  if (message) showText(message, { autoClose: toastDurations.success, ...good });
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
    ...good,
  });
};

/** Read out at every change, the detail would drown everything else. */
const withDetail = (message: string, detail: string) => (
  <>
    {message}
    <span aria-hidden className="bo-tabular">
      {detail && ` ${detail}`}
    </span>
  </>
);

/** Says that something goes on, which can be cancelled unless `onCancel` is null. `tell` says how far it is; `end` takes the toast away. */
export const showProgress = (
  message: string,
  onCancel: (() => void) | null,
): { tell: (detail: string) => void; end: () => void } => {
  let shown = '';
  const toast = (detail: string) => ({
    message: (
      <ToastAction message={withDetail(message, detail)} onClick={onCancel ?? undefined}>
        Cancel
      </ToastAction>
    ),
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
  showText(message, { autoClose: toastDurations.error, ...bad });

export const hideToast = (id: string): void => void notifications.hide(id);

/** Shows an error with a button to try again until it is closed; returns the toast's id. */
export const showRetryable = (message: string, onRetry: () => void): string => {
  const retry = () => {
    notifications.hide(id);
    onRetry();
  };
  const id = notifications.show({
    message: (
      <ToastAction message={message} leftSection={<IconRefresh size="0.875rem" />} onClick={retry}>
        Try again
      </ToastAction>
    ),
    autoClose: false,
    ...bad,
  });
  return id;
};

/** Says something worth knowing that is neither success nor failure. */
export const showNotice = (message: string): void => {
  showText(message, { autoClose: toastDurations.custom, icon: <IconInfoCircle size="1rem" /> });
};
