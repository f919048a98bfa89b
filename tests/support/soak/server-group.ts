import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type RunningCommand, readServerUrl, spawnServer } from '../spawn-server.ts';
import { makeTempDir } from '../temp-dir.ts';

/** A server that is started again whenever its process ends, as a supervisor does. */
type Slot = { dataDir: string; running: RunningCommand | undefined; url: string | undefined };

export type ServerGroup = {
  /** Addresses of the servers that run. */
  urls: () => string[];
  /** Waits until all servers run. */
  untilReady: () => Promise<void>;
  signal: (index: number, signal: NodeJS.Signals) => void;
  starts: () => number;
  /** Sets the clock of every server that starts from now on, in milliseconds from the right time. */
  setClock: (offset: number) => void;
  /** Output of servers that ended without a signal from the tests. */
  crashes: () => string[];
  stop: () => Promise<void>;
};

type GroupOptions = { count: number; args: string[]; env: Record<string, string> };

const pauseBeforeRestart = 300;
const clock = new URL('./clock.mjs', import.meta.url).href;

export const startServerGroup = ({ count, args, env }: GroupOptions): ServerGroup => {
  const slots: Slot[] = Array.from({ length: count }, () => ({
    dataDir: makeTempDir('soak'),
    running: undefined,
    url: undefined,
  }));
  let isStopping = false;
  let starts = 0;
  let clockOffset = 0;
  const crashes: string[] = [];

  const runOnce = async (slot: Slot) => {
    const running = spawnServer(['--port', '0', '--data', slot.dataDir, ...args], {
      ...env,
      NODE_OPTIONS: `--import ${clock}`,
      CLOCK_OFFSET: String(clockOffset),
    });
    starts += 1;
    slot.running = running;
    const exited = once(running.child, 'exit');
    slot.url = await readServerUrl(running).catch(() => undefined);
    const hadStarted = slot.url !== undefined;
    const [code] = (await exited) as [number | null];
    slot.url = undefined;
    if (hadStarted && code) crashes.push(`exit code ${code}: ${running.output.stderr.slice(-2000)}`);
  };
  const keepRunning = async (slot: Slot) => {
    while (!isStopping) {
      await runOnce(slot);
      if (!isStopping) await setTimeout(pauseBeforeRestart);
    }
  };
  const keeping = slots.map(keepRunning);
  const urls = () => slots.flatMap(({ url }) => url ?? []);
  return {
    urls,
    untilReady: async () => {
      while (urls().length < count) await setTimeout(100);
    },
    signal: (index, signal) => void slots[index]?.running?.child.kill(signal),
    starts: () => starts,
    setClock: (offset) => {
      clockOffset = offset;
    },
    crashes: () => crashes,
    stop: async () => {
      isStopping = true;
      for (const { running } of slots) running?.child.kill('SIGTERM');
      await Promise.all(keeping);
      for (const { dataDir } of slots) rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
