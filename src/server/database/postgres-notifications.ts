import pg from 'pg';
import type { NotificationConnection } from './database-handle.ts';

/** Opens a dedicated connection, because a listener must never return to the pool. */
export const openNotifications = async (
  config: pg.ClientConfig,
  onConnectionError: (error: Error) => void,
): Promise<NotificationConnection> => {
  const client = new pg.Client(config);
  client.on('error', onConnectionError);
  const closed = new Promise<void>((resolve) => client.once('end', resolve));
  await client.connect();
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
  const connectionId = rows[0]?.id;
  return {
    closed,
    listen: async (channel, onNotification) => {
      client.on('notification', ({ processId, payload = '' }) => {
        if (processId !== connectionId) onNotification(payload);
      });
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    },
    notify: async (channel, payload) => {
      await client.query('select pg_notify($1, $2)', [channel, payload]);
    },
    close: () => client.end(),
  };
};
