import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { serverProcess } from '../../src/shared/server-process.ts';
import { inRoot, root } from './paths.ts';

const serverScript = inRoot('out/main/server/cli.js');

const firstLineSchema = z.object({ url: z.url() });

export type RunningServer = { url: string; process: ChildProcess };

type ServerStart = { args: readonly string[]; env?: NodeJS.ProcessEnv };

export const startServer = async ({ args, env }: ServerStart): Promise<RunningServer> => {
  const child = spawn(process.execPath, [...serverProcess.execArgv, serverScript, ...args], {
    cwd: root,
    env: { ...serverProcess.env, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const firstLine = await new Promise<string>((found, failed) => {
    lines.once('line', found);
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`The server exited before it was ready (exit code ${code}).`)));
  });
  lines.on('line', (line) => console.error(line));
  return { url: firstLineSchema.parse(JSON.parse(firstLine)).url, process: child };
};
