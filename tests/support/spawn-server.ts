import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { admin } from './database-templates.ts';

const commandPath = (name: string) => resolve(import.meta.dirname, `../../src/server/${name}.ts`);

/** Creates the first administrator in an empty database. */
export const adminEnv = { BACKOFFICE_ADMIN_EMAIL: admin.email, BACKOFFICE_ADMIN_PASSWORD: admin.password };

export type RunningCommand = { child: ChildProcess; output: { stdout: string; stderr: string } };

export const spawnServer = (
  args: string[],
  env: Record<string, string>,
  name:
    | 'cli'
    | 'supervisor'
    | 'commands/reset-password'
    | 'commands/copy-files'
    | 'commands/check-data'
    | 'commands/backup'
    | 'commands/restore' = 'cli',
  user?: { uid: number; gid: number },
): RunningCommand => spawnScript(commandPath(name), args, { env, user });

/** Runs a script of this version or of another one. */
export const spawnScript = (
  script: string,
  args: string[],
  { env, user }: { env: Record<string, string>; user?: { uid: number; gid: number } | undefined },
): RunningCommand => {
  const child = spawn(process.execPath, [script, ...args], {
    // Child processes share compiled code.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'backoffice-test-compiled'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  return { child, output };
};

/** Returns the URL that the server prints on its first line. */
export const readServerUrl = async ({ child, output }: RunningCommand): Promise<string> => {
  if (!child.stdout) throw new Error('The command has no output');
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line).url;
  throw new Error(`The command ended without an address: ${output.stderr}`);
};
