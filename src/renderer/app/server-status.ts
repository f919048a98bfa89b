import { useEffect } from 'react';
import { create } from 'zustand';
import type { ServerStatus } from '#shared/ipc-schemas.ts';
import { platform } from '../platform/index.ts';
import { isServerReachable } from '../platform/platform.ts';
import { showInfo } from '../ui/toasts.tsx';

export const useServerStatus = create<ServerStatus>(() => ({ state: 'starting' }));

const recoveryMessages: Partial<Record<ServerStatus['state'], string>> = {
  restarting: 'The server has restarted',
  unreachable: 'Reconnected to the server',
};

const handleStatusChange = (status: ServerStatus): void => {
  const previous = useServerStatus.getState();
  useServerStatus.setState(status, true);
  if (!isServerReachable(status) || isServerReachable(previous)) return;
  const recoveryMessage = recoveryMessages[previous.state];
  if (recoveryMessage) showInfo(recoveryMessage);
};

export const useServerStatusSubscription = (): void => {
  useEffect(() => {
    const unsubscribe = platform.server.onStatus(handleStatusChange);
    void platform.server.status().then(handleStatusChange);
    return unsubscribe;
  }, []);
};
