import { type DestinationStream, type Logger, pino } from 'pino';

/** The log goes to stderr, and tells of people only what they did: no address, no query, no token, no text. */
export const createLog = ({ level, stream }: { level: string; stream?: DestinationStream }): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        err: (error: Error & { code?: unknown }) => ({
          type: error.name,
          code: error.code,
          message: error.message,
          stack: error.stack,
        }),
      },
    },
    stream ?? pino.destination({ dest: 2, sync: true }),
  );
