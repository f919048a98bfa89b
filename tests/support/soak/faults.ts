import { exec } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createRandom } from '../../../scripts/lib/seed/write.ts';
import type { Cluster } from '../postgres-cluster.ts';
import type { TcpProxy } from '../tcp-proxy.ts';
import type { ServerGroup } from './server-group.ts';

type Systems = { servers: ServerGroup; serverCount: number; cluster: Cluster; bucket: TcpProxy };

type FaultsOptions = Systems & { seed: number; isOver: () => boolean; pause: { from: number; to: number } };

/** Kills the object storage and starts it again. Without it, the connections to the object storage are cut. */
const restartStorage = process.env.S3_RESTART_COMMAND;

const cutBucket = async ({ bucket }: Systems, duration: number) => {
  bucket.close();
  if (restartStorage) await promisify(exec)(restartStorage, { timeout: 60_000 });
  else await setTimeout(duration);
  bucket.open();
};

const hour = 60 * 60 * 1000;
const clockOffsets = [0, -24 * hour, -hour, hour, 24 * hour] as const;

/** Causes random faults until `isOver`, the same for the same seed. Returns how many of each. */
export const causeFaults = async ({ seed, isOver, pause, ...systems }: FaultsOptions) => {
  const random = createRandom(seed);
  const { servers, serverCount, cluster } = systems;
  const faults = {
    'servers killed': () => servers.signal(random.below(serverCount), 'SIGKILL'),
    'clocks changed': () => {
      servers.setClock(random.pick(clockOffsets));
      servers.signal(random.below(serverCount), 'SIGKILL');
    },
    'servers restarted': () => servers.signal(random.below(serverCount), 'SIGTERM'),
    'database killed': () => cluster.crash(),
    'object storage restarted': () => cutBucket(systems, 500 + random.below(1500)),
  };
  type Name = keyof typeof faults;
  const names = Object.keys(faults) as [Name, ...Name[]];
  const counts = Object.fromEntries(names.map((name) => [name, 0]));
  // Each fault happens once before any is picked, so that a short run has all of them.
  const first = [...names];
  while (first.length > 0 || !isOver()) {
    await setTimeout(pause.from + random.below(pause.to - pause.from));
    const name = first.shift() ?? random.pick(['servers killed', ...names]);
    await faults[name]();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
