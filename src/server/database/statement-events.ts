import { channel } from 'node:diagnostics_channel';
import type { LogEvent } from 'kysely';

/** Statements of PostgreSQL that have ended, so that the database doesn't depend on tracing. */
const statements = channel('catalogue-back-office:statement');

export const publishStatement = (event: LogEvent): void => statements.publish(event);

/** Calls `listener` for each statement, in the asynchronous context of its caller. Returns a function that stops that. */
export const onStatement = (listener: (event: LogEvent) => void): (() => void) => {
  const onMessage = (event: unknown) => listener(event as LogEvent);
  statements.subscribe(onMessage);
  return () => statements.unsubscribe(onMessage);
};
