import { spawn } from 'node:child_process';
import { locateDisplay } from '../../../scripts/lib/locate.ts';

/** Gives the Electron windows a screen where the machine has none. */
const startDisplay = async (): Promise<() => void> => {
  const { needed, program } = locateDisplay();
  if (!needed || !program) return () => {};
  // It writes the number of the display that it found free to descriptor 3.
  const display = spawn(program, ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((found, failed) => {
    display.once('error', failed);
    display.once('exit', (code) => failed(new Error(`Xvfb ended with exit code ${code}.`)));
    display.stdio[3]?.once('data', (chunk: Buffer) => found(chunk.toString().trim()));
  });
  process.env.DISPLAY = `:${number}`;
  return () => {
    display.kill();
  };
};

export default startDisplay;
