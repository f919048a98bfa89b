import { spawn } from 'node:child_process';
import { locateDisplay } from '../../../scripts/lib/locate.ts';

const variable = 'E2E_DISPLAYS';

type Display = { name: string; end: () => void };

const startDisplay = async (program: string): Promise<Display> => {
  // It writes the number of the display that it found free to descriptor 3.
  const display = spawn(program, ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((found, failed) => {
    display.once('error', failed);
    display.once('exit', (code) => failed(new Error(`Xvfb ended with exit code ${code}.`)));
    display.stdio[3]?.once('data', (chunk: Buffer) => found(chunk.toString().trim()));
  });
  return { name: `:${number}`, end: () => void display.kill() };
};

/** From now on windows open on the display of this worker. */
export const takeDisplay = (worker: number): void => {
  const name = process.env[variable]?.split(' ')[worker];
  if (name) process.env.DISPLAY = name;
};

/**
 * Gives the Electron windows of each worker a display of their own, also where the machine has one: all windows of a
 * display share its clipboard, and one that opens takes the focus from another in which a test is typing. Without
 * workers, as in a bench, windows open on the machine's own.
 */
const startDisplays = async (config?: { workers: number }): Promise<() => void> => {
  const { needed, program } = locateDisplay();
  if (!program || (!config && !needed)) return () => {};
  const { workers } = config ?? { workers: 1 };
  const displays: Display[] = [];
  // One after the other: each looks for a number that is free.
  while (displays.length < workers) displays.push(await startDisplay(program));
  process.env[variable] = displays.map(({ name }) => name).join(' ');
  takeDisplay(0);
  return () => {
    for (const { end } of displays) end();
  };
};

export default startDisplays;
