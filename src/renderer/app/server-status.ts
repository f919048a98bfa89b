import { useEffect } from 'react';
import { create } from 'zustand';
import type { ServerStatus } from '#shared/ipc-shapes.ts';
import { platform } from '../platform/index.ts';
import { queryClient } from '../resource/query-client.ts';
import { showNotice } from '../ui/toasts.tsx';

const useServerStore = create<ServerStatus>(() => ({ state: 'starting' }));

export const isUp = ({ state }: Pick<ServerStatus, 'state'>): boolean =>
  state === 'running' || state === 'remote';

const backTexts: Partial<Record<ServerStatus['state'], string>> = {
  restarting: 'The server has restarted',
  unreachable: 'Reconnected to the server',
};

const take = (status: ServerStatus): void => {
  const before = useServerStore.getState();
  useServerStore.setState(status, true);
  if (!isUp(status) || isUp(before)) return;
  const backText = backTexts[before.state];
  if (backText) showNotice(backText);
  void queryClient.invalidateQueries();
};

export const useServerStatus = (): ServerStatus => useServerStore();

export const useServerStatusUpdates = (): void => {
  useEffect(() => {
    const stop = platform.server.onStatus(take);
    void platform.server.status().then(take);
    return stop;
  }, []);
};
