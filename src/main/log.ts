import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
// The Node build, because the main build opens its own IPC channel.
import log from 'electron-log/node';
import { z } from 'zod';

const maxLogBytes = 1024 * 1024;

// No file is written until `startLog` sets the folder.
log.transports.file.level = false;
log.hooks.push((message) => ({ ...message, data: message.data.map(sanitizeForLog) }));

/** Starts the rotating log file. It must never contain tokens, passwords or personal data (see `sanitizeForLog`). */
export const startLog = ({ folder, hasConsole }: { folder: string; hasConsole: boolean }): void => {
  log.transports.file.resolvePathFn = () => join(folder, 'main.log');
  log.transports.file.format = '[{iso}] [{level}]{scope} {text}';
  log.transports.file.maxSize = maxLogBytes;
  log.transports.file.level = 'info';
  log.transports.console.level = hasConsole ? 'info' : false;
};

export const logPath = (): string => log.transports.file.getFile().path;

export const logPaths = (): string[] => [logPath().replace(/\.log$/, '.old.log'), logPath()];

export { log };

/** Characters that move the cursor, or hide or reorder text. */
const controlCharacters = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Indents continuation lines, so that logged text can't imitate a log line. */
const clean = (text: string): string => text.replace(controlCharacters, '').replaceAll('\n', '\n  ');

/** Paths and URLs may name records or the user, so only the error code is logged. */
const getSafeMessage = (error: Error): string => {
  if (!('path' in error || 'url' in error)) return error.message;
  return 'code' in error ? String(error.code) : 'about a path';
};

const formatError = (error: Error): string => {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause instanceof Error ? [`caused by ${formatError(error.cause)}`] : [];
  return [`${error.name}: ${getSafeMessage(error)}`, ...frames, ...cause].join('\n');
};

/** Formats a value for the log. Errors lose the names of files and records. */
export const sanitizeForLog = (value: unknown): unknown => {
  if (value instanceof Error) return clean(formatError(value));
  return typeof value === 'string' ? clean(value) : value;
};

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
