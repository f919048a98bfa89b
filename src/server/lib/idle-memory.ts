import { Session } from 'node:inspector/promises';

/** Milliseconds between two checks. */
const interval = 2000;
/** Milliseconds of CPU time between two checks below which the process is idle. */
const idleCpu = 40;
/** Milliseconds of CPU time since the last collection after which another one is worth its time, about 100 ms. */
const busyCpu = 500;
/** Milliseconds between two collections, so that they take little time even if short work and pauses alternate. */
const minPause = 60_000;

const usedCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Unlike an ordinary collection, this one also shrinks the young generation. */
const collectGarbage = async (): Promise<void> => {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
};

/** Returns unused memory to the system after work: V8 collects garbage only while a process allocates memory. */
export const freeMemoryWhenIdle = (): void => {
  let last = usedCpu();
  let collected = { cpu: 0, at: Number.NEGATIVE_INFINITY };
  const check = async () => {
    const used = usedCpu();
    const isIdle = used - last < idleCpu;
    last = used;
    if (!isIdle || used - collected.cpu < busyCpu || performance.now() - collected.at < minPause) return;
    collected = { cpu: used, at: performance.now() };
    await collectGarbage();
  };
  setInterval(() => void check().catch(() => undefined), interval).unref();
};
