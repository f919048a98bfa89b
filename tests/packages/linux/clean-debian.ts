import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { installPackages } from '../../../scripts/lib/apt.ts';
import { run } from '../../../scripts/lib/run.ts';

const mirror = 'http://deb.debian.org/debian';
const release = 'trixie';

export const person = 'person';

/**
 * How a command sees the clean system. In a `chroot` the kernel denies user namespaces to ordinary users, as
 * older systems do; in a `container`, with its own root mount, it allows them.
 */
export type View = 'chroot' | 'container';

// Mounts belong to the command's own namespace, so they disappear when it ends.
const enter: Record<View, string> = {
  chroot: 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"',
  container:
    'mount --rbind "$0" "$0" && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && cd "$0" && ' +
    'pivot_root . mnt && umount -l /mnt && exec "$@"',
};

const namespaces: Record<View, string[]> = {
  chroot: ['--mount'],
  container: ['--mount', '--pid', '--fork', '--kill-child'],
};

const home = `/home/${person}`;

export class CleanDebian {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async create(): Promise<CleanDebian> {
    if (process.getuid?.() !== 0) throw new Error('Only root can install packages into a clean Debian: run as root');
    if (spawnSync('debootstrap', ['--version']).status !== 0) await installPackages(['debootstrap']);
    const root = mkdtempSync(join(tmpdir(), 'backoffice-debian-'));
    chmodSync(root, 0o755);
    const { code, output } = await run({
      command: 'debootstrap',
      args: ['--variant=minbase', release, root, mirror],
    });
    if (code !== 0) throw new Error(output);
    // The system is temporary, so dpkg need not sync files to disk.
    mkdirSync(join(root, 'etc/dpkg/dpkg.cfg.d'), { recursive: true });
    writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n');
    cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true });
    const debian = new CleanDebian(root);
    await debian.run(['useradd', '--create-home', person]);
    return debian;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  command(args: readonly string[], { view = 'chroot' }: { view?: View } = {}): string[] {
    return ['unshare', ...namespaces[view], 'sh', '-c', enter[view], this.root, ...args];
  }

  commandOfPerson(args: readonly string[], options: { view?: View } = {}): string[] {
    return this.command(['setpriv', `--reuid=${person}`, `--regid=${person}`, '--init-groups', '--', ...args], options);
  }

  environment(): Record<string, string> {
    return {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: home,
      LANG: 'C.UTF-8',
      DISPLAY: process.env.DISPLAY ?? '',
      DEBIAN_FRONTEND: 'noninteractive',
    };
  }

  async run(args: readonly string[], options: { view?: View } = {}): Promise<string> {
    return this.#finish(this.command(args, options));
  }

  async runAsPerson(args: readonly string[], options: { view?: View } = {}): Promise<string> {
    return this.#finish(this.commandOfPerson(args, options));
  }

  async #finish(command: readonly string[]): Promise<string> {
    const variables = Object.entries(this.environment()).map(([name, value]) => `${name}=${value}`);
    const { code, output } = await run({ command: 'env', args: ['-i', ...variables, ...command] });
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}`);
    return output.trim();
  }

  async install(...packages: readonly string[]): Promise<void> {
    const names = packages.map((each) => {
      if (!each.endsWith('.deb')) return each;
      cpSync(each, join(this.root, 'tmp', basename(each)));
      return `/tmp/${basename(each)}`;
    });
    await this.run(['apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', ...names]);
    await this.run(['apt-get', 'clean']);
  }

  path(path: string): string {
    return join(this.root, path);
  }

  async leftovers(): Promise<string[]> {
    const found = await this.run([
      ...['find', '/', '-xdev', '(', '-path', '/proc', '-o', '-path', '/dev', '-o', '-path', '/tmp'],
      ...['-o', '-path', '/var/log', ')', '-prune', '-o'],
      ...['(', '-iname', '*catalogue?back?office*', '-o', '-iname', '*backoffice*', ')', '-print', '-prune'],
    ]);
    return found.split('\n').filter(Boolean).toSorted();
  }
}
