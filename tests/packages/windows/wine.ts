import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from '../../../scripts/lib/apt.ts';
import { locateProgram } from '../../../scripts/lib/locate.ts';
import { type Finished, run } from '../../../scripts/lib/run.ts';

/** A Debian with Wine, installed once. Older releases have a Wine that cannot run this Node. */
const system = join(homedir(), '.cache/backoffice-package-tests/wine-trixie');
const installed = join(system, 'installed');
const mirror = 'http://deb.debian.org/debian';

const home = '/home/office';
export const officeUser = 1500;

export const driveC = join(system, home, '.wine/drive_c');
export const appData = join(driveC, 'users/office/AppData');

const must = async (command: string, ...args: string[]): Promise<void> => {
  const { code, output } = await run({ command, args });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output.slice(-2000)}`);
};

const inSystem = (...command: string[]) => must('chroot', system, 'env', 'DEBIAN_FRONTEND=noninteractive', ...command);

const install = async (): Promise<void> => {
  rmSync(system, { recursive: true, force: true });
  mkdirSync(system, { recursive: true });
  await must('debootstrap', '--variant=minbase', '--include=ca-certificates', 'trixie', system, mirror);
  // The installers are 32-bit programs.
  await inSystem('dpkg', '--add-architecture', 'i386');
  await inSystem('apt-get', '-q', 'update');
  const speed = ['-o', 'Dpkg::Options::=--force-unsafe-io'];
  const packages = ['wine', 'wine64', 'wine32:i386'];
  await inSystem('apt-get', '-qy', ...speed, 'install', '--no-install-recommends', ...packages);
  await inSystem('useradd', '--create-home', '--uid', String(officeUser), 'office');
};

export type Wine = {
  /** A folder with the same path on Windows, on drive Z. */
  shared: string;
  command: string;
  run: (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<Finished>;
};

export const asWindowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

const commandFor = (shared: string): string => `#!/bin/sh
exec unshare --mount --propagation private sh -ec '
  mount -t proc proc "${system}/proc"
  mount --rbind /dev "${system}/dev"
  mkdir -p "${system}${shared}"
  mount --bind "${shared}" "${system}${shared}"
  exec chroot --userspec=office "${system}" env HOME=${home} PATH=/usr/bin:/bin LANG=C.UTF-8 WINEDEBUG=-all \\
    WINEDLLOVERRIDES="mscoree,mshtml=;winemenubuilder.exe=d" wine "$@"' wine "$@"
`;

/** Ends Windows and all its programs: a running one would see only the mounts of this run. */
const endWindows = () =>
  run({
    command: 'chroot',
    args: ['--userspec=office', system, 'env', `HOME=${home}`, 'wineserver', '--kill', '--wait'],
  });

/** Prepares Windows, which takes minutes the first time. */
export const prepareWine = async (): Promise<Wine> => {
  if (process.getuid?.() !== 0) throw new Error('Wine runs in a Debian of its own, which only root can enter');
  const hasTools = ['debootstrap', '7zz', 'xdotool'].every((name) => locateProgram(name));
  if (!hasTools && !(await installPackages(['debootstrap', '7zip', 'xdotool'])))
    throw new Error('debootstrap, 7zip and xdotool are missing and could not be installed');
  const isNew = !existsSync(installed);
  if (isNew) await install();
  await endWindows();
  const shared = mkdtempSync(join(tmpdir(), 'backoffice-windows-'));
  const command = join(shared, 'bin/wine');
  mkdirSync(join(shared, 'bin'));
  writeFileSync(command, commandFor(shared));
  for (const path of [shared, join(shared, 'bin'), command]) chmodSync(path, 0o755);
  // Windows Node cannot write to pipes in Wine.
  const output = join(shared, 'output.txt');
  const script = `"$@" < /dev/null > '${output}' 2>&1; code=$?; cat '${output}'; exit $code`;
  const runInWine: Wine['run'] = (args, env) =>
    run({ command: 'sh', args: ['-c', script, 'wine', command, ...args], env, timeLimit: 5 * 60_000 });
  if (isNew) {
    await runInWine(['wineboot', '--init']);
    // Wine's PowerShell stub succeeds at every command, so an installer would consider the app running.
    for (const folder of ['system32', 'syswow64'])
      rmSync(join(driveC, 'windows', folder, 'WindowsPowerShell'), { recursive: true });
    writeFileSync(installed, '');
  }
  return { shared, command, run: runInWine };
};

export const stopWine = async ({ shared }: Wine): Promise<void> => {
  await endWindows();
  rmSync(shared, { recursive: true, force: true });
};
