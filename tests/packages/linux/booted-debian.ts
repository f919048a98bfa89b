import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { run } from '../../../scripts/lib/run.ts';
import type { CleanDebian } from './clean-debian.ts';

/** Mount point of cgroup2, which systemd needs; null without one. */
export const controlGroups = (): string | null =>
  /^(?:\S+ ){4}(\S+) .* - cgroup2 /m.exec(readFileSync('/proc/self/mountinfo', 'utf8'))?.[1] ?? null;

const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];

// PrivateDevices needs /dev/ptmx; a read-only /proc/sys keeps the kernel settings of the machine.
const boot = `
echo $$ > "$1/cgroup.procs"
exec unshare --mount --pid --fork --kill-child --cgroup --uts --ipc sh -ec '
  cd "$0"
  mount --bind . .
  cd "$0"
  mount -t proc proc proc
  mount --bind -o ro proc/sys proc/sys
  mount -t sysfs -o ro sysfs sys
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755 tmpfs run
  mount -t tmpfs -o mode=755 tmpfs dev
  for device in ${devices.join(' ')}; do touch dev/$device; mount --bind /dev/$device dev/$device; done
  ln -s pts/ptmx dev/ptmx
  pivot_root . mnt
  umount -l /mnt
  exec env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin /usr/lib/systemd/systemd' "$0"`;

/** The clean Debian, booted by its own systemd in a container that shares the host's network. */
export class BootedDebian {
  readonly #container: ChildProcess;
  readonly #group: string;

  private constructor(container: ChildProcess, group: string) {
    this.#container = container;
    this.#group = group;
  }

  static async boot({ root }: CleanDebian, groups: string): Promise<BootedDebian> {
    const group = join(groups, `backoffice-test-${process.pid}`);
    mkdirSync(group, { recursive: true });
    const container = spawn('sh', ['-ec', boot, root, group], { stdio: 'ignore' });
    const booted = new BootedDebian(container, group);
    // Units that cannot run in a container leave the system degraded.
    const state = () => booted.run(['systemctl', 'is-system-running']).catch(String);
    await expect.poll(state).toMatch(/^(running|degraded)$/m);
    return booted;
  }

  async run(args: readonly string[]): Promise<string> {
    const { pid } = this.#container;
    const init = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const namespaces = ['--mount', '--pid', '--uts', '--ipc', '--cgroup'];
    const { code, output } = await run({
      command: 'nsenter',
      args: ['--target', init, ...namespaces, ...args],
    });
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${output}`);
    return output.trim();
  }

  async stop(): Promise<void> {
    this.#container.kill('SIGKILL');
    // The kernel keeps a group until the last process in it has ended.
    const remove = () => run({ command: 'find', args: [this.#group, '-depth', '-type', 'd', '-delete'] });
    await expect.poll(async () => (await remove()).code).toBe(0);
  }
}
