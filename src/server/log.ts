import { type DestinationStream, type Logger, pino } from 'pino';

const hideBetween = (text: string, open: string, close: string): string => {
  const from = text.indexOf(open);
  const to = text.lastIndexOf(close);
  // Values may contain quotes, so everything up to the last one is hidden.
  return from === -1 || to <= from ? text : `${text.slice(0, from)}…${text.slice(to + 1)}`;
};

/** Hides quoted values and email addresses, which messages of databases and parsers contain. */
const hideValues = (message: string): string =>
  hideBetween(hideBetween(message, '"', '"'), '“', '”')
    .split(' ')
    .map((word) => (word.includes('@') ? '…' : word))
    .join(' ');

const getFrames = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

const serializeError = ({ name, message, stack, ...rest }: Error & Record<string, unknown>) => ({
  type: name,
  code: rest.code,
  constraint: rest.constraint,
  message: hideValues(message),
  stack: getFrames(stack),
});

const errorLevel = pino.levels.values.error ?? 0;

type LogOptions = { level: string; stream?: DestinationStream };

const flushInterval = 200;
const minLength = 4096;
/** Characters that wait for a reader which has stopped reading. Further entries are dropped. */
const maxWaiting = 1024 * 1024;

/** Collected, because a write for each entry takes up to a tenth of a short request. */
let entries = '';
let timer: NodeJS.Timeout | undefined;

// Pino's own destination would block the process until a reader that is gone, or a full disk, takes the entries.
const flush = (): void => {
  clearTimeout(timer);
  timer = undefined;
  if (process.stderr.writableLength < maxWaiting) process.stderr.write(entries);
  entries = '';
};
process.on('exit', flush);

const stderr: DestinationStream = {
  write: (entry) => {
    entries += entry;
    if (entries.length >= minLength) flush();
    else timer ??= setTimeout(flush, flushInterval).unref();
  },
};

/**
 * Logs to stderr within 200 ms, and errors at once. Entries of requests carry the ids of the request and its user. No
 * entry contains a client address, query, name, email address, token or text that a user entered.
 */
export const createLog = ({ level, stream = stderr }: LogOptions): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      hooks: {
        logMethod(args, method, entryLevel) {
          method.apply(this, args);
          if (entryLevel >= errorLevel) flush();
        },
      },
    },
    stream,
  );
