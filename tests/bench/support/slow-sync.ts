import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inRoot } from '../../../scripts/lib/paths.ts';

/** Environment of a server whose syncs take 5 ms longer; undefined without Linux or a C compiler. */
export const slowSyncEnv = (folder: string): NodeJS.ProcessEnv | undefined => {
  const library = join(folder, 'slow-sync.so');
  const source = inRoot('tests/bench/support/slow-sync.c');
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  return process.platform === 'linux' && status === 0 ? { LD_PRELOAD: library } : undefined;
};
