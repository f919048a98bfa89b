import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export const inRoot = (...parts: string[]): string => resolve(root, ...parts);

/** The script behind a package's command. Running it by path also works on Windows. */
export const binScript = (packageName: string, command: string): string => {
  const folder = inRoot('node_modules', packageName);
  if (!existsSync(folder)) throw new Error(`${packageName} isn't installed. Run npm ci.`);
  const { bin } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
  return resolve(folder, typeof bin === 'string' ? bin : bin[command]);
};
