import type { ServerStatus } from '#shared/ipc-shapes.ts';
import type { Target } from './upstream.ts';

/** The API server that the app talks to, whichever it is. */
export type ApiServer = {
  /** What a session is bound to: a token never goes to a server that did not make it. */
  id: string;
  /** For people: "This computer" or an address. */
  name: string;
  /** Its address; null is the server on this computer, or none. */
  url: string | null;
  /** Where to send a request. Rejects with `ServerAway` while there is nowhere. */
  target: () => Promise<Target>;
  status: StatusSource;
  /** Told by whoever could not reach the server. */
  reportAway: () => void;
  /** Its status, once it is certain whether a server that was reported away is. */
  look: () => Promise<ServerStatus>;
  /** Starts or asks once more, after a failure. */
  retry: () => void;
  stop: () => Promise<void>;
};

type Listener = (status: ServerStatus) => void;
type StatusSource = {
  get: () => ServerStatus;
  /** Gives back the function that ends the subscription. */
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
