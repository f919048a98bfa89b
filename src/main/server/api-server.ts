import type { ServerStatus } from '#shared/ipc.ts';
import type { UpstreamTarget } from './upstream.ts';

export type ApiServer = {
  /** Sessions are bound to this id: a token is never sent to a server that didn't issue it. */
  id: string;
  /** Display name: "This computer" or an address. */
  name: string;
  /** Null for the embedded server, or if there is none. */
  url: string | null;
  /** Resolves to the URL and headers for requests. Rejects with `ServerUnreachableError` while no server is available. */
  target: () => Promise<UpstreamTarget>;
  status: StatusSource;
  /** Restarts the server after a failure. */
  retry: () => void;
  stop: () => Promise<void>;
};

type Listener = (status: ServerStatus) => void;
type StatusSource = {
  get: () => ServerStatus;
  on: (listener: Listener) => () => void;
};

export const createStatus = (first: ServerStatus): StatusSource & { set: (status: ServerStatus) => void } => {
  const listeners = new Set<Listener>();
  let current = first;
  return {
    get: () => current,
    set: (status) => {
      current = status;
      for (const listener of listeners) listener(status);
    },
    on: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

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
    retry: () => current.retry(),
    stop: () => current.stop(),
  };
  return { server, switchServer };
};
