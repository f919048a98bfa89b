import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, root } from '../../scripts/lib/paths.ts';
import { migrations } from '../../src/server/database/migrations/index.ts';

const git = (...args: string[]): string | undefined => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim() || undefined;
  } catch {
    return undefined;
  }
};

const folder = 'src/server/database/migrations/';

const listMigrations = (revision: string): string[] =>
  (git('ls-tree', '--name-only', revision, folder) ?? '')
    .split('\n')
    .flatMap((path) => /(\d{4}-[^/]+)\.ts$/.exec(path)?.[1] ?? []);

/**
 * The revision of `PREVIOUS_VERSION`, else the last one of the main branch without the newest migration, because a version that
 * adds none works beside any other. A branch may have had migrations under other names, which no version ever had. Returns
 * undefined if there is none yet, or the history isn't available, as in a shallow clone.
 */
export const findPreviousVersion = (): string | undefined => {
  const requested = process.env.PREVIOUS_VERSION;
  if (requested) return git('rev-parse', '--verify', `${requested}^{commit}`);
  const names = Object.keys(migrations);
  const [first = '', newest = first] = [names[0], names.at(-1)];
  const added = git(
    ...['log', '--first-parent', '-m', '--diff-filter=A', '--format=%H', '-1'],
    ...['--', `${folder}${newest}.ts`],
  );
  const earlier = git('rev-list', '--first-parent', '--max-count=500', added ? `${added}^` : 'HEAD') ?? '';
  return earlier.split('\n').find((revision) => {
    const known = listMigrations(revision);
    return known.includes(first) && !known.includes(newest) && known.every((name) => names.includes(name));
  });
};

/** Extracts the sources of a revision, to run with the installed packages. Returns the path of its server. */
export const extractServer = ({ revision, folder }: { revision: string; folder: string }): string => {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', revision, 'src', 'resources', 'package.json'], {
    cwd: root,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(inRoot('node_modules'), join(folder, 'node_modules'), 'dir');
  return join(folder, 'src/server/cli.ts');
};
