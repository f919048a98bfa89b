import { spawn } from 'node:child_process';
import { locateDisplay } from '../../../scripts/lib/locate.ts';

const variable = 'E2E_DISPLAYS';

type Display = { name: string; end: () => void };

const startDisplay = async (program: string): Promise<Display> => {
  // The server writes the number of the free display that it found to descriptor 3.
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

export const takeDisplay = (worker: number): void => {
  const name = process.env[variable]?.split(' ')[worker];
  if (name) process.env.DISPLAY = name;
};

/**
 * Gives each worker's Electron windows their own display, even where the machine has one: windows on one
 * display share the clipboard, and a new window takes the focus from a test that is typing. Without workers, as
 * in a benchmark, windows open on the machine's own display.
 */
const startDisplays = async (config?: { workers: number }): Promise<() => void> => {
  const { needed, program } = locateDisplay();
  if (!program || (!config && !needed)) return () => {};
  const { workers } = config ?? { workers: 1 };
  const displays: Display[] = [];
  // Sequential, because each server searches for a free number.
  while (displays.length < workers) displays.push(await startDisplay(program));
  process.env[variable] = displays.map(({ name }) => name).join(' ');
  takeDisplay(0);
  return () => {
    for (const { end } of displays) end();
  };
};

export default startDisplays;
