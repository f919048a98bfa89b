import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { createStuckConnections, idleProcesses } from './stuck-connections.ts';

/**
 * Time is counted in steps, each of which takes this many milliseconds or longer: a process that was busy itself must
 * not conclude that the database is.
 */
const stepMs = 500;
/** Steps after which an operation is a reason to test the database: most take less. */
const suspiciousSteps = 2;
/** Steps within which a new connection has to respond, so that requests fail within 5 seconds. */
const testSteps = 6;

export const noResponseMessage = 'Connection terminated: no response in time';

type Operation = { steps: number; fail: (error: Error) => void };

/**
 * Returns which of the processes are idle if a new connection responds in time, and otherwise null. An error is a
 * response, too.
 */
const findIdle = async (
  { config, openSocket }: { config: pg.ClientConfig; openSocket: () => Socket },
  processIds: number[],
): Promise<number[] | null> => {
  const socket = openSocket();
  const client = new pg.Client({ ...config, stream: () => socket });
  client.on('error', () => {});
  const responding = client
    .connect()
    .then(() => client.query<{ pid: number }>(idleProcesses, [processIds]))
    .then(
      ({ rows }) => rows.map(({ pid }) => pid),
      () => [],
    );
  try {
    for (let step = 0; step < testSteps; step += 1) {
      const idle = await Promise.race([responding, setTimeout(stepMs, null, { ref: false })]);
      if (idle) return idle;
    }
    return null;
  } finally {
    socket.destroy();
  }
};

/**
 * Notices a database that accepts connections but doesn't respond, so that requests fail instead of waiting for it.
 * While an operation is slow, it tests the database with a new connection: a long statement is no reason to give up. If
 * only the process of one connection has stopped, that connection is closed.
 */
export const createWatchdog = ({
  config,
  openSocket,
  onHang,
}: {
  config: pg.ClientConfig;
  openSocket: () => Socket;
  /** Closes all connections. */
  onHang: () => void;
}) => {
  const operations = new Set<Operation>();
  const connections = createStuckConnections();
  let isHung = false;
  let testing: Promise<void> | undefined;

  const test = async () => {
    const idle = await findIdle({ config, openSocket }, connections.suspiciousProcesses());
    isHung = idle === null;
    if (idle) connections.suspect(idle);
    for (const operation of operations) {
      operation.steps = 0;
      if (isHung) operation.fail(new Error(noResponseMessage));
    }
    if (isHung) onHang();
  };
  const testOnce = (): Promise<void> => {
    testing ??= test().finally(() => {
      testing = undefined;
    });
    return testing;
  };

  const timer = setInterval(() => {
    connections.countStep();
    if (testing) return;
    for (const operation of operations) operation.steps += 1;
    if ([...operations].some(({ steps }) => steps >= suspiciousSteps)) void testOnce();
  }, stepMs).unref();

  return {
    watch: connections.watch,
    forget: connections.forget,
    /** Throws if the database didn't respond the last time and still doesn't. */
    assertResponding: async (): Promise<void> => {
      if (isHung) await testOnce();
      if (isHung) throw new Error(noResponseMessage);
    },
    /** Begins an operation. `failed` rejects if the database stops responding before its end. */
    begin: (): { failed: Promise<never>; end: () => void } => {
      const operation: Operation = { steps: 0, fail: () => {} };
      const failed = new Promise<never>((_resolve, reject) => {
        operation.fail = reject;
      });
      failed.catch(() => {});
      operations.add(operation);
      return { failed, end: () => operations.delete(operation) };
    },
    stop: () => clearInterval(timer),
  };
};
