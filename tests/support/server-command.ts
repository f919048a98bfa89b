import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { admin } from './server-kit.ts';

const command = resolve(import.meta.dirname, '../../src/server/cli.ts');

/** Makes an administrator in a database that has none. */
export const adminEnv = { BACKOFFICE_ADMIN_EMAIL: admin.email, BACKOFFICE_ADMIN_PASSWORD: admin.password };

export type RunningCommand = { child: ChildProcess; output: { stdout: string; stderr: string } };

/** Runs the server as a process of its own, from the command line. */
export const runCommand = (args: string[], env: Record<string, string>): RunningCommand => {
  const child = spawn(process.execPath, [command, ...args], {
    // What was compiled for one process serves the next.
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'backoffice-test-compiled'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
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

/** Waits for the address that a server prints first. */
export const urlOf = async ({ child, output }: RunningCommand): Promise<string> => {
  if (!child.stdout) throw new Error('The command has no output');
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line).url;
  throw new Error(`The command ended without an address: ${output.stderr}`);
};
