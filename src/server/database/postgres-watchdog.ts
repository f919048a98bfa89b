import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

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

type Access = { config: pg.ClientConfig; openSocket: () => Socket };

type Operation = { steps: number; fail: (error: Error) => void };

/** Whether a new connection responds in time. An error is a response, too. */
const isResponding = async ({ config, openSocket }: Access): Promise<boolean> => {
  const socket = openSocket();
  const client = new pg.Client({ ...config, stream: () => socket });
  client.on('error', () => {});
  const responding = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      () => true,
    );
  try {
    for (let step = 0; step < testSteps; step += 1) {
      if (await Promise.race([responding, setTimeout(stepMs, false, { ref: false })])) return true;
    }
    return false;
  } finally {
    socket.destroy();
  }
};

/**
 * Notices a database that accepts connections but doesn't respond, so that requests fail instead of waiting for it.
 * While an operation is slow, it tests the database with a new connection: a long statement is no reason to give up.
 */
export const createWatchdog = ({ config, openSocket, closeAll }: Access & { closeAll: () => void }) => {
  const operations = new Set<Operation>();
  let isHung = false;
  let testing: Promise<void> | undefined;

  const test = async () => {
    isHung = !(await isResponding({ config, openSocket }));
    for (const operation of operations) {
      operation.steps = 0;
      if (isHung) operation.fail(new Error(noResponseMessage));
    }
    if (isHung) closeAll();
  };
  const testOnce = (): Promise<void> => {
    testing ??= test().finally(() => {
      testing = undefined;
    });
    return testing;
  };

  const timer = setInterval(() => {
    if (testing) return;
    for (const operation of operations) operation.steps += 1;
    if ([...operations].some(({ steps }) => steps >= suspiciousSteps)) void testOnce();
  }, stepMs).unref();

  return {
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
