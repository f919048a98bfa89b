import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';

type Level = 'info' | 'warn' | 'error';
type LogWriter = Record<Level, (line: string) => void>;

/** In pino, level 40 is a warning and 50 an error. */
const lineSchema = z.object({ level: z.number() });

const parseLevel = (line: string, defaultLevel: Level): Level => {
  try {
    const { level } = lineSchema.parse(JSON.parse(line));
    if (level >= 50) return 'error';
    return level >= 40 ? 'warn' : 'info';
  } catch {
    return defaultLevel;
  }
};

/** Copies a process's output to the log, at each line's own level or at `defaultLevel`. */
export const pipeToLog = (
  output: Readable | NodeJS.ReadableStream | null,
  { name, defaultLevel, write }: { name: string; defaultLevel: Level; write: LogWriter },
): void => {
  if (!output) return;
  createInterface({ input: output }).on('line', (line) => {
    if (line.trim() !== '') write[parseLevel(line, defaultLevel)](`[${name}] ${line}`);
  });
};
