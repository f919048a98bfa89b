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

const migrationFile = (name: string) => `src/server/database/migrations/${name}.ts`;

/**
 * The revision of `PREVIOUS_VERSION`, else the last one of the main branch without the newest migration, because a version that
 * adds none works beside any other. Returns undefined if there is none yet, or the history isn't available, as in a shallow clone.
 */
export const findPreviousVersion = (): string | undefined => {
  const requested = process.env.PREVIOUS_VERSION;
  if (requested) return git('rev-parse', '--verify', `${requested}^{commit}`);
  const [first = '', newest = first] = [Object.keys(migrations)[0], Object.keys(migrations).at(-1)];
  const added = git(
    ...['log', '--first-parent', '-m', '--diff-filter=A', '--format=%H', '-1'],
    ...['--', migrationFile(newest)],
  );
  const previous = git('rev-parse', '--verify', '--quiet', added ? `${added}^` : 'HEAD');
  const hasMigration = (name: string) => git('ls-tree', String(previous), migrationFile(name)) !== undefined;
  return previous && hasMigration(first) && !hasMigration(newest) ? previous : undefined;
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
