import type pg from 'pg';

/** A connection of the pool. `steps` counts the time without a response to its statement; null between statements. */
type Connection = { processId: number; steps: number | null; bytesRead: number };

/** Steps without a response after which a statement is looked up in the database. */
const suspiciousSteps = 2;
/** Steps after which a response that was on its way must have arrived. */
const arrivalSteps = 2;

/** Finds the given processes that have no statement, or have completed it. */
export const idleProcesses = `
  select pid from pg_stat_activity
  where pid = any($1) and datname = current_database() and usename = current_user and state like 'idle%'`;

const readNumber = (object: object, name: string): number => {
  const value: unknown = Reflect.get(object, name);
  return typeof value === 'number' ? value : 0;
};

const countBytes = (client: pg.PoolClient): number => readNumber(client.connection.stream, 'bytesRead');

/** Whether the client has sent a statement and its response isn't complete. */
const isWaiting = (client: pg.PoolClient): boolean => Reflect.get(client, 'readyForQuery') === false;

/**
 * Notices connections whose process of the database has stopped while the others work: the database calls the process
 * idle, but this server still waits for the response to a statement.
 */
export const createStuckConnections = () => {
  const connections = new Map<pg.PoolClient, Connection>();
  const suspects = new Map<pg.PoolClient, number>();

  const close = (client: pg.PoolClient) => {
    suspects.delete(client);
    client.connection.stream.destroy();
  };

  return {
    watch: (client: pg.PoolClient): void => {
      connections.set(client, { processId: readNumber(client, 'processID'), steps: null, bytesRead: 0 });
    },
    forget: (client: pg.PoolClient): void => {
      connections.delete(client);
      suspects.delete(client);
    },
    /** Counts a step of time, and closes the connections that have been suspects for long enough. */
    countStep: (): void => {
      for (const [client, connection] of connections) {
        const bytesRead = countBytes(client);
        if (isWaiting(client) && connection.steps !== null && bytesRead === connection.bytesRead) {
          connection.steps += 1;
        } else {
          connection.steps = isWaiting(client) ? 0 : null;
          suspects.delete(client);
        }
        connection.bytesRead = bytesRead;
      }
      for (const [client, steps] of suspects) {
        if (steps + 1 < arrivalSteps) suspects.set(client, steps + 1);
        else close(client);
      }
    },
    /** Processes whose response takes long. */
    suspiciousProcesses: (): number[] =>
      [...connections.values()].flatMap(({ processId, steps }) =>
        steps !== null && steps >= suspiciousSteps ? [processId] : [],
      ),
    /** Takes note of processes that the database calls idle. */
    suspect: (processIds: readonly number[]): void => {
      for (const [client, { processId, steps }] of connections)
        if (steps !== null && processIds.includes(processId) && !suspects.has(client))
          suspects.set(client, 0);
    },
  };
};
