import { spawnSync } from 'node:child_process';
import { run } from './run.ts';

const succeeds = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Command prefix for root privileges, or null if they aren't available. */
const sudoPrefix = (): string[] | null => {
  if (process.getuid?.() === 0) return ['env'];
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n', 'env'] : null;
};

export const canInstallPackages = (): boolean => succeeds('apt-get', ['--version']) && sudoPrefix() !== null;

let hasFreshLists = false;

const apt = async (...args: string[]) => {
  const [command = 'env', ...words] = sudoPrefix() ?? [];
  return run({
    command,
    args: [...words, 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=300', ...args],
    output: 'capture',
    timeLimit: 5 * 60_000,
  });
};

const hasCandidate = (name: string) => {
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
  return /Candidate: \d/.test(stdout ?? '');
};

/** Installs Debian packages and returns whether that worked. `a|b` takes the first one that this release has. */
export const installPackages = async (packages: readonly string[]): Promise<boolean> => {
  if (!canInstallPackages()) return false;
  console.error(`Installing ${packages.join(', ')} ...`);
  if (!hasFreshLists) await apt('update');
  hasFreshLists = true;
  const names = packages.map((choices) => choices.split('|').find(hasCandidate) ?? choices);
  const { code, output } = await apt('install', '-y', '--no-install-recommends', ...names);
  if (code !== 0) console.error(output.trim());
  return code === 0;
};
