import type { IpcPayload, UpdateStatus } from '#shared/ipc.ts';
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
  taskToast ??= showProgress(task.message, task.canCancel ? platform.cancelTask : null);
  taskToast.update(`${Math.round(task.fraction * 100)}%`);
};

export const describeUpdateStatus = (status: UpdateStatus): string => {
  switch (status.state) {
    case 'off':
      return 'Updates are managed by your IT administrator.';
    case 'checking':
      return 'Checking for updates…';
    case 'current':
      return 'You’re up to date.';
    case 'downloading':
      return `Downloading version ${status.version}… ${status.percent}%`;
    case 'ready':
      return `Version ${status.version} is ready. Restart the app from Settings to update.`;
    case 'failed':
      return status.message;
  }
};

const isSettled = ({ state }: UpdateStatus): boolean => ['off', 'downloading', 'ready'].includes(state);

const waitForUpdateStatus = async (updates: NonNullable<typeof platform.updates>): Promise<UpdateStatus> => {
  const current = await updates.status();
  if (isSettled(current)) return current;
  return new Promise((resolve) => {
    const unsubscribe = updates.onStatus((status) => {
      if (status.state === 'checking') return;
      unsubscribe();
      resolve(status);
    });
    void updates.check();
  });
};

export const checkForUpdates = async (): Promise<void> => {
  if (!platform.updates) return;
  const status = await waitForUpdateStatus(platform.updates);
  (status.state === 'failed' ? showError : showInfo)(describeUpdateStatus(status));
};

export const notifyUpdateReady = (status: UpdateStatus): void => {
  if (status.state === 'ready') showInfo(describeUpdateStatus(status));
};
