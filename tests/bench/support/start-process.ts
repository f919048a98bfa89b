import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inRoot } from '../../../scripts/lib/paths.ts';

/** Starts a script in a child process and waits for the JSON line with its URL. */
export const startProcess = async <Announced extends { url: string }>({
  script,
  args = [],
  folder = inRoot(),
  env,
}: {
  script: string;
  args?: string[];
  folder?: string;
  env?: NodeJS.ProcessEnv;
}): Promise<{ announced: Announced; pid: number; stop: () => Promise<void> }> => {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill());
  const printed: string[] = [];
  const announced = await new Promise<Announced>((found, failed) => {
    child.once('exit', () => failed(new Error(`${script} did not start:\n${printed.join('\n')}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed.push(line);
      if (line.startsWith('{"url"')) found(JSON.parse(line));
    });
  });
  return {
    announced,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
};
