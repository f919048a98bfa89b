import { type ApiServer, createStatus } from './api-server.ts';

/** Delegates to the current server, so that references to it survive a change of server. */
export const createSwitchableServer = (open: () => ApiServer) => {
  let current = open();
  const status = createStatus(current.status.get());
  let unsubscribe = current.status.on(status.set);

  /** Stops the current server, runs `work` without one, and opens the chosen server. */
  const switchServer = async (work: () => Promise<void> = async () => {}): Promise<void> => {
    unsubscribe();
    status.set({ state: 'starting' });
    await current.stop();
    await work();
    current = open();
    status.set(current.status.get());
    unsubscribe = current.status.on(status.set);
  };

  const server: ApiServer = {
    get id() {
      return current.id;
    },
    get name() {
      return current.name;
    },
    get url() {
      return current.url;
    },
    target: () => current.target(),
    status,
    reportUnreachable: () => current.reportUnreachable(),
    settledStatus: async () => {
      await current.settledStatus();
      return status.get();
    },
    retry: () => current.retry(),
    stop: () => current.stop(),
  };
  return { server, switchServer };
};
