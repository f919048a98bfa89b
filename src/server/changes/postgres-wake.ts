import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { NotificationConnection } from '../database/database-handle.ts';

/** Milliseconds in which the commits of this server cause one notification. */
const notifyInterval = 50;
const reconnectDelay = 1000;
const channel = 'change';

type WakeOptions = {
  connect: () => Promise<NotificationConnection>;
  onWake: () => void;
  onAnnouncement: (payload: string) => void;
  pollInterval: number;
  log: Logger;
};

/** Calls `onWake` when another server may have committed changes. `notify` does the same on the other servers. */
export const connectServers = ({ connect, onWake, onAnnouncement, pollInterval, log }: WakeOptions) => {
  const stopped = new AbortController();
  const { signal } = stopped;
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
  let connection: NotificationConnection | undefined;
  let notifying: NodeJS.Timeout | undefined;

  const send = (payload: string) => {
    connection?.notify(channel, payload).catch((error: unknown) => log.warn({ err: error }, 'could not notify'));
  };

  const receive = (payload: string) => {
    if (payload === '') onWake();
    else onAnnouncement(payload);
  };

  const notify = () => {
    notifying ??= setTimeout(() => {
      notifying = undefined;
      send('');
    }, notifyInterval).unref();
  };

  const listen = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        connection = await connect();
        await connection.listen(channel, receive);
        // Both directions may have missed notifications meanwhile.
        onWake();
        notify();
        await Promise.race([connection.closed, aborted]);
      } catch (error) {
        log.warn({ err: error }, 'no connection for notifications of other servers');
      }
      const last = connection;
      connection = undefined;
      await last?.close().catch(() => {});
      await wait(reconnectDelay, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const listening = listen();
  const polling = setInterval(onWake, pollInterval).unref();

  return {
    notify,
    /** Sends a text of at most 8000 bytes to the other servers. It is lost while there is no connection. */
    announce: send,
    stop: async (): Promise<void> => {
      clearInterval(polling);
      clearTimeout(notifying);
      stopped.abort();
      await listening;
    },
  };
};
