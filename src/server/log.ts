import { type DestinationStream, type Logger, pino } from 'pino';

/** Logs to stderr. Entries contain no client address, query, token or text that a user entered. */
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
