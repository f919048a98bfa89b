import type { Logger } from 'pino';

type TaskOptions = {
  work: (signal: AbortSignal) => Promise<unknown>;
  /** Milliseconds between two runs. */
  every: number;
  log: Pick<Logger, 'error'>;
  /** The log's message if a run fails. */
  failure: string;
};

export type BackgroundTask = {
  /** Runs the work as soon as the current run has ended. */
  run: () => void;
  /** Waits for the current run, whose signal is aborted. */
  stop: () => Promise<void>;
};

/** Repeats work, one run at a time, until it is stopped. */
export const startBackgroundTask = ({ work, every, log, failure }: TaskOptions): BackgroundTask => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<unknown> = Promise.resolve();
  let isQueued = false;
  const runNext = async () => {
    isQueued = false;
    if (!signal.aborted) await work(signal);
  };
  const run = () => {
    // A run that hasn't begun yet sees everything that is new.
    if (isQueued) return;
    isQueued = true;
    running = running.then(runNext).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, failure);
    });
  };
  const timer = setInterval(run, every).unref();
  return {
    run,
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
};
