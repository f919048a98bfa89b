import type { Bridge, IpcPayload, UpdateStatus } from '#shared/ipc.ts';
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

const waitForUpdateStatus = async (desktop: Bridge): Promise<UpdateStatus> => {
  const current = await desktop.getUpdateStatus();
  if (isSettled(current)) return current;
  return new Promise((resolve) => {
    const unsubscribe = desktop.on('updateStatus', (status) => {
      if (status.state === 'checking') return;
      unsubscribe();
      resolve(status);
    });
    void desktop.checkForUpdates();
  });
};

export const checkForUpdates = async (): Promise<void> => {
  if (!platform.desktop) return;
  const status = await waitForUpdateStatus(platform.desktop);
  (status.state === 'failed' ? showError : showInfo)(describeUpdateStatus(status));
};

export const notifyUpdateReady = (status: UpdateStatus): void => {
  if (status.state === 'ready') showInfo(describeUpdateStatus(status));
};
