import { Button, type ButtonProps, Group } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconInfoCircle,
  IconRefresh,
} from '@tabler/icons-react';
import { type ComponentPropsWithoutRef, type ReactNode, useEffect, useEffectEvent } from 'react';
import { toastDurations } from '#shared/client-defaults.ts';
import { bindShortcut } from './shortcuts.ts';

const successStyle = { icon: <IconCheck size="1rem" />, className: 'bo-toast-success' };
const errorStyle = { icon: <IconAlertTriangle size="1rem" />, className: 'bo-toast-error' };

const ToastAction = ({
  message,
  ...button
}: { message: ReactNode } & ButtonProps & ComponentPropsWithoutRef<'button'>) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <span>{message}</span>
    {button.onClick && <Button size="compact-sm" flex="none" {...button} />}
  </Group>
);

const undoStack = new Set<() => void>();

let unbind = () => {};

const undoLast = (): void => {
  const last = [...undoStack].at(-1);
  if (!last) return;
  undoStack.delete(last);
  last();
};

const pushUndo = (undo: () => void): (() => void) => {
  if (undoStack.size === 0) unbind = bindShortcut('undo', undoLast);
  undoStack.add(undo);
  return () => {
    undoStack.delete(undo);
    if (undoStack.size === 0) unbind();
  };
};

/** Toast content with Undo, which Ctrl+Z triggers too while the toast is visible. */
const UndoToast = ({ message, onUndo }: { message: string; onUndo: () => void }) => {
  const undo = useEffectEvent(onUndo);
  useEffect(() => pushUndo(() => undo()), []);
  return (
    <ToastAction
      message={message}
      leftSection={<IconArrowBackUp size="0.875rem" />}
      aria-keyshortcuts="Control+Z"
      onClick={onUndo}
    >
      Undo
    </ToastAction>
  );
};

let last = { message: '', id: '' };

// Shows a plain-text toast, replacing the last one if the text is the same; returns its id.
const showText = (message: string, options: Omit<NotificationData, 'message'>): string => {
  if (last.message === message) notifications.hide(last.id);
  const id = notifications.show({ message, ...options });
  last = { message, id };
  return id;
};

/** Shows a success toast; an empty message shows none. */
export const showSuccess = (message: string | undefined): void => {
  if (message) showText(message, { autoClose: toastDurations.success, ...successStyle });
};

/** Shows a success toast with Undo, which Ctrl+Z triggers too. */
export const showSuccessWithUndo = (message: string, onUndo: () => void): void => {
  let isUndone = false;
  const undo = () => {
    if (isUndone) return;
    isUndone = true;
    notifications.hide(id);
    onUndo();
  };
  const id = notifications.show({
    message: <UndoToast message={message} onUndo={undo} />,
    autoClose: toastDurations.undo,
    ...successStyle,
  });
};

// Screen readers would announce every change of the detail.
const withDetail = (message: string, detail: string) => (
  <>
    {message}
    <span aria-hidden className="bo-tabular">
      {detail && ` ${detail}`}
    </span>
  </>
);

/** Shows a progress toast, with Cancel unless `onCancel` is null. `update` changes the detail; `close` closes the toast. */
export const showProgress = (
  message: string,
  onCancel: (() => void) | null,
): { update: (detail: string) => void; close: () => void } => {
  let currentDetail = '';
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
  const id = notifications.show(toast(currentDetail));
  return {
    update: (detail) => {
      if (detail === currentDetail) return;
      currentDetail = detail;
      notifications.update({ id, ...toast(detail) });
    },
    close: () => void notifications.hide(id),
  };
};

/** Shows an error toast; returns its id. */
export const showError = (message: string): string =>
  showText(message, { autoClose: toastDurations.error, ...errorStyle });

export const hideToast = (id: string): void => void notifications.hide(id);

/** Shows an error toast with Retry that stays until closed; returns its id. */
export const showErrorWithRetry = (message: string, onRetry: () => void): string => {
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
    ...errorStyle,
  });
  return id;
};

/** Shows a neutral toast. */
export const showInfo = (message: string): void => {
  showText(message, { autoClose: toastDurations.custom, icon: <IconInfoCircle size="1rem" /> });
};
