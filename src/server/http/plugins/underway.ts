import { setImmediate, setTimeout } from 'node:timers/promises';
import type { onRouteHookHandler } from 'fastify';

/** Work that goes on although nobody may wait for it any more: of requests whose clients have gone. */
export type Underway = {
  /** Notes work until it has ended. */
  note: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Notes what the handlers of all routes do. */
  onRoute: onRouteHookHandler;
  /** Waits for the end of all of it; false where it took too long. */
  ended: () => Promise<boolean>;
};

const longest = 10_000;

/** Notes what a server does, so that it closes the database when that is done. */
export const createUnderway = (): Underway => {
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
      // What has ended may be followed by the next step of its request.
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
