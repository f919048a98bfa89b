import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunner } from './postgres-cluster.ts';

/** Only root may mount file systems. */
export const canMountDisks = process.platform === 'linux' && process.getuid?.() === 0;

const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC';

/** A small separate file system, which PostgreSQL may use, too. */
export const mountSmallDisk = ({ megabytes }: { megabytes: number }) => {
  const path = mkdtempSync(join(tmpdir(), 'backoffice-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  const runner = findRunner();
  if (runner) chownSync(path, runner.uid, runner.gid);
  chmodSync(path, 0o700);
  const filler = join(path, 'filler');
  return {
    path,
    /** Takes all the space that is left. */
    fill: () => {
      const handle = openSync(filler, 'a');
      try {
        for (const size of [1024 * 1024, 4096]) {
          try {
            for (;;) writeSync(handle, Buffer.alloc(size));
          } catch (error) {
            if (!isDiskFull(error)) throw error;
          }
        }
      } finally {
        closeSync(handle);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    /** Only while no file on it is open for writing. */
    setReadOnly: (isReadOnly: boolean) => {
      execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path]);
    },
    unmount: () => {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
};

export type SmallDisk = ReturnType<typeof mountSmallDisk>;
