import type { IpcPayload } from '#shared/ipc.ts';
import { platform } from '../platform/index.ts';
import { showError, showInfo, showProgress } from '../ui/toasts.tsx';

export const showMainToast = ({ isFailure, message }: IpcPayload<'toast'>): void =>
  (isFailure ? showError : showInfo)(message);

let taskToast: ReturnType<typeof showProgress> | undefined;

export const showBackgroundTask = (task: IpcPayload<'taskProgress'>): void => {
  if (task === null) {
    taskToast?.close();
    taskToast = undefined;
    return;
  }
  taskToast ??= showProgress(task.message, task.canCancel ? () => void platform.desktop?.cancelTask() : null);
  taskToast.update(`${Math.round(task.fraction * 100)}%`);
};
