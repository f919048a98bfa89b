import { setImmediate, setTimeout } from 'node:timers/promises';
import type { RouteOptions } from 'fastify';

const longest = 10_000;

/**
 * Tracks running work, even of disconnected clients, so that the server can wait for it before closing the database.
 */
export const createInFlightTracker = () => {
  const working = new Set<Promise<unknown>>();

  /** Tracks a promise until it settles. */
  const note = <Result>(work: Promise<Result>): Promise<Result> => {
    const done = () => working.delete(work);
    working.add(work);
    work.then(done, done);
    return work;
  };

  const allEnded = async () => {
    while (working.size > 0) {
      await Promise.allSettled(working);
      // Finished work may be followed by the next step of the same request.
      await setImmediate();
    }
    return true;
  };

  return {
    note,
    onRoute: (route: RouteOptions): void => {
      const { handler } = route;
      route.handler = function (request, reply) {
        const answer: unknown = handler.call(this, request, reply);
        if (answer instanceof Promise) note(answer);
        return answer;
      };
    },
    /** Waits until all work has finished; resolves with false on a timeout. */
    ended: (): Promise<boolean> => Promise.race([allEnded(), setTimeout(longest, false, { ref: false })]),
  };
};

export type InFlightTracker = ReturnType<typeof createInFlightTracker>;
