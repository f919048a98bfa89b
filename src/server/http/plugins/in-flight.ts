import { setImmediate, setTimeout } from 'node:timers/promises';
import type { onRouteHookHandler } from 'fastify';

/**
 * Tracks running work, even of disconnected clients, so that the server can wait for it before closing the database.
 */
export type InFlightTracker = {
  /** Tracks a promise until it settles. */
  note: <Result>(work: Promise<Result>) => Promise<Result>;
  onRoute: onRouteHookHandler;
  /** Waits until all work has finished; resolves with false on a timeout. */
  ended: () => Promise<boolean>;
};

const longest = 10_000;

export const createInFlightTracker = (): InFlightTracker => {
  const working = new Set<Promise<unknown>>();

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
    onRoute: (route) => {
      const { handler } = route;
      route.handler = function (request, reply) {
        const answer: unknown = handler.call(this, request, reply);
        if (answer instanceof Promise) note(answer);
        return answer;
      };
    },
    ended: () => Promise.race([allEnded(), setTimeout(longest, false, { ref: false })]),
  };
};
