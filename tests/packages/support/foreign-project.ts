import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { run } from '../../../scripts/lib/run.ts';

export const npm = async (folder: string, ...args: string[]): Promise<void> => {
  const { code, output } = await run({ command: 'npm', args: ['--prefix', folder, ...args] });
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${output}`);
};

export const copyProject = async (folder: string, { os, cpu }: { os: NodeJS.Platform; cpu: string }): Promise<void> => {
  mkdirSync(folder);
  for (const name of ['package.json', 'package-lock.json', 'out', 'resources', 'build'])
    cpSync(inRoot(name), join(folder, name), { recursive: true });
  await npm(folder, 'ci', '--omit=dev', '--ignore-scripts', `--os=${os}`, `--cpu=${cpu}`);
};

export const electronVersion = (): string =>
  JSON.parse(readFileSync(inRoot('node_modules/electron/package.json'), 'utf8')).version;

/** Electron finds its fuses after this marker, which may occur only once in the binary. */
export const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('0'.repeat(9)),
]);
