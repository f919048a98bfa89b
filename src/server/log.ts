import { type DestinationStream, type Logger, pino } from 'pino';

/** Quoted values and email addresses in the messages of databases and parsers. Values may contain quotes. */
const personalText = /".*"|“.*”|[^\s"“”()]+@[^\s"“”()]+/gs;

const getFrames = (stack = ''): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

const serializeError = ({ name, message, stack, ...rest }: Error & Record<string, unknown>) => ({
  type: name,
  code: rest.code,
  constraint: rest.constraint,
  message: message.replace(personalText, '…'),
  stack: getFrames(stack),
});

/**
 * Logs to stderr. Entries of requests carry the ids of the request and its user. No entry contains a client address,
 * query, name, email address, token or text that a user entered.
 */
export const createLog = ({ level, stream }: { level: string; stream?: DestinationStream }): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    stream ?? pino.destination({ dest: 2, sync: true }),
  );
