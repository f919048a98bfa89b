import type { UpdateStatus } from './ipc.ts';

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
