import { spawn } from 'node:child_process';
import { root } from './paths.ts';

export type Finished = { code: number; output: string };

type RunOptions = {
  command: string;
  args?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** `capture` collects the output, `inherit` shows it, `stderr` shows it on stderr. */
  output?: keyof typeof stdioOf;
  /** Milliseconds after which the process is killed. */
  timeLimit?: number;
};

const stdioOf = { capture: 'pipe', stderr: 2, inherit: 'inherit' } as const;

/** Runs a command to its end. Never rejects: a command that can't start has exit code 127. */
export const run = ({ command, args = [], env, output = 'capture', timeLimit }: RunOptions): Promise<Finished> =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', stdioOf[output], stdioOf[output]],
      timeout: timeLimit,
    });
    let text = '';
    const collect = (chunk: Buffer) => {
      text += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => done({ code: 127, output: `${text}${error.message}` }));
    child.on('close', (code, signal) =>
      done({ code: code ?? 1, output: signal ? `${text}\n${command} was ended by ${signal}` : text }),
    );
  });

export const runScript = ({ script, args = [], ...options }: Omit<RunOptions, 'command'> & { script: string }) =>
  run({ ...options, command: process.execPath, args: [script, ...args] });
