import { Button, Group } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { type NotificationData, notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconInfoCircle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { toastDurations } from '#shared/client-defaults.ts';
import { announce } from './announcements.tsx';
import { bindShortcut, describeShortcut } from './shortcuts.ts';

const successStyle = { icon: <IconCheck size="1rem" />, className: 'bo-toast-success' };
const errorStyle = { icon: <IconAlertTriangle size="1rem" />, className: 'bo-toast-error' };

const withAction = (message: ReactNode, label: string, onClick: (() => void) | null, icon?: ReactNode) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <span>{message}</span>
    {onClick && (
      <Button size="compact-sm" flex="none" leftSection={icon} onClick={onClick}>
        {label}
      </Button>
    )}
  </Group>
);

/** The latest actions that can be undone, the last one first. */
export const useRecentActions = create<readonly { message: string; undo: () => void }[]>(() => []);

const maxRecentActions = 10;

const undoStack = new Set<() => void>();

let unbind = () => {};

const pushUndo = (undo: () => void): (() => void) => {
  if (undoStack.size === 0) unbind = bindShortcut('undo', () => [...undoStack].at(-1)?.());
  undoStack.add(undo);
  return () => {
    if (undoStack.delete(undo) && undoStack.size === 0) unbind();
  };
};

// Closes a toast some time after it has opened. The focus holds it, and so does a pointer that comes to it, but not one
// that it opened under: that one may rest for hours. The library's own timer doesn't tell the two apart.
const closeAfter = (duration: number, id: string) => {
  const holds = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    clearTimeout(timer);
    if (holds.size === 0) timer = setTimeout(() => notifications.hide(id), duration);
  };
  const hold = (by: string) => {
    holds.add(by);
    clearTimeout(timer);
  };
  const release = (by: string) => {
    if (holds.delete(by)) start();
  };
  const events: Partial<NotificationData> = {
    onOpen: start,
    onFocusCapture: () => hold('focus'),
    onBlurCapture: () => release('focus'),
    onMouseEnter: ({ movementX, movementY }) => {
      if (movementX !== 0 || movementY !== 0) hold('pointer');
    },
    onMouseLeave: () => release('pointer'),
  };
  return { events, hold, release };
};

/** The open toasts. The newest one covers the others, whose time stands still meanwhile. */
const stack: (ReturnType<typeof closeAfter> | null)[] = [];

// Shows a toast and returns its id. Without a duration, it stays until it is closed.
const show = ({ duration, onClose, ...data }: NotificationData & { duration?: number }): string => {
  const id = randomId();
  const closing = duration === undefined ? null : closeAfter(duration, id);
  stack.at(-1)?.hold('newer');
  stack.push(closing);
  const close: NotificationData['onClose'] = (props) => {
    onClose?.(props);
    stack.splice(stack.lastIndexOf(closing), 1);
    stack.at(-1)?.release('newer');
  };
  return notifications.show({ id, autoClose: false, ...closing?.events, onClose: close, ...data });
};

// The live region announces these toasts: screen readers miss a region that appears together with its text.
const showStatus = (text: string, toast: Parameters<typeof show>[0]): string => {
  announce(text);
  return show({ role: 'status', 'aria-live': 'off', ...toast });
};

const shownIds = new Map<string, string>();

// Replaces a plain toast with the same text, so that repeated ones don't pile up.
const replaceSame = (text: string, id: string): string => {
  const previousId = shownIds.get(text);
  if (previousId !== undefined) notifications.hide(previousId);
  shownIds.set(text, id);
  return id;
};

/** Shows a success toast; an empty message shows none. */
export const showSuccess = (message: string | undefined): void => {
  if (!message) return;
  replaceSame(message, showStatus(message, { message, duration: toastDurations.success, ...successStyle }));
};

/** Shows a success toast with Undo, which Ctrl+Z triggers too until the toast closes, and the palette after that. */
export const showSuccessWithUndo = (message: string, onUndo: () => void): void => {
  const undo = () => {
    if (!useRecentActions.getState().includes(action)) return;
    useRecentActions.setState((current) => current.filter((other) => other !== action), true);
    endUndo();
    notifications.hide(id);
    onUndo();
  };
  const action = { message, undo };
  useRecentActions.setState((current) => [action, ...current].slice(0, maxRecentActions), true);
  const endUndo = pushUndo(undo);
  const label = `Undo (${describeShortcut('undo')})`;
  const id = showStatus(message, {
    message: withAction(message, label, undo, <IconArrowBackUp size="0.875rem" />),
    duration: toastDurations.undo,
    onClose: endUndo,
    ...successStyle,
  });
  announce(`${describeShortcut('undo')} undoes this`);
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
    message: withAction(withDetail(message, detail), 'Cancel', onCancel),
    loading: true,
    withCloseButton: false,
  });
  const id = showStatus(message, toast(currentDetail));
  return {
    update: (detail) => {
      if (detail === currentDetail) return;
      currentDetail = detail;
      notifications.update({ id, ...toast(detail) });
    },
    close: () => void notifications.hide(id),
  };
};

/** Shows an error toast that stays until closed; returns its id. */
export const showError = (message: string): string => replaceSame(message, show({ message, ...errorStyle }));

/** Hides the error toast with this text. */
export const hideError = (message: string): void => hideToast(shownIds.get(message) ?? '');

export const hideToast = (id: string): void => void notifications.hide(id);

/** Shows an error toast with Retry that stays until closed; returns its id. */
export const showErrorWithRetry = (message: string, onRetry: () => void): string => {
  const retry = () => {
    notifications.hide(id);
    onRetry();
  };
  const id = show({
    message: withAction(message, 'Try again', retry, <IconRefresh size="0.875rem" />),
    ...errorStyle,
  });
  return id;
};

/** Shows a neutral toast. */
export const showInfo = (message: string): void => {
  const icon = <IconInfoCircle size="1rem" />;
  replaceSame(message, showStatus(message, { message, duration: toastDurations.custom, icon }));
};
