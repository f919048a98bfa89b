import type { UpdateStatus } from '#shared/ipc-shapes.ts';
import { platform } from '../../platform/index.ts';
import { showFailure, showNotice } from '../../ui/toasts.tsx';

/** What is known of a newer version, in words. */
export const sentenceFor = (status: UpdateStatus): string => {
  switch (status.state) {
    case 'off':
      return 'New versions are installed by whoever looks after this computer.';
    case 'checking':
      return 'Looking for a newer version …';
    case 'current':
      return 'This is the newest version.';
    case 'downloading':
      return `Downloading version ${status.version} … ${status.percent}%`;
    case 'ready':
      return `Version ${status.version} is here. It is used once the app is restarted: the settings do that when you like.`;
    case 'failed':
      return `${status.message}.`;
  }
};

const isSettled = ({ state }: UpdateStatus): boolean => ['off', 'downloading', 'ready'].includes(state);

const findStatus = async (updates: NonNullable<typeof platform.updates>): Promise<UpdateStatus> => {
  const known = await updates.status();
  if (isSettled(known)) return known;
  return new Promise((resolve) => {
    const stop = updates.onStatus((status) => {
      if (status.state === 'checking') return;
      stop();
      resolve(status);
    });
    void updates.check();
  });
};

/** Looks for a newer version, and says what came of it. */
export const checkForUpdates = async (): Promise<void> => {
  if (!platform.updates) return;
  const status = await findStatus(platform.updates);
  (status.state === 'failed' ? showFailure : showNotice)(sentenceFor(status));
};

/** Tells once that a newer version waits. */
export const tellOfUpdate = (status: UpdateStatus): void => {
  if (status.state === 'ready') showNotice(sentenceFor(status));
};
