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

/** Collects entries, because a write for each takes up to a tenth of a short request. */
const createDestination = () =>
  pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 200 });

/**
 * Logs to stderr within 200 ms, and errors at once. Entries of requests carry the ids of the request and its user. No
 * entry contains a client address, query, name, email address, token or text that a user entered.
 */
export const createLog = ({ level, stream }: { level: string; stream?: DestinationStream }): Logger => {
  const destination = stream ? undefined : createDestination();
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      hooks: {
        logMethod(args, method, entryLevel) {
          method.apply(this, args);
          if (entryLevel >= errorLevel) destination?.flushSync();
        },
      },
    },
    stream ?? destination,
  );
};
