import { setImmediate } from 'node:timers/promises';
import type { RouteOptions } from 'fastify';
import type { App } from '../route.ts';

/**
 * Tracks running work, even of disconnected clients, so that the server can wait for it before closing the database.
 */
export const createInFlightTracker = () => {
  const inFlight = new Set<Promise<unknown>>();

  /** Tracks a promise until it settles. */
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    const done = () => inFlight.delete(work);
    inFlight.add(work);
    work.then(done, done);
    return work;
  };

  return {
    track,
    onRoute: (route: RouteOptions): void => {
      const { handler } = route;
      route.handler = function (request, reply) {
        const result: unknown = handler.call(this, request, reply);
        if (result instanceof Promise) track(result);
        return result;
      };
    },
    waitForAll: async (): Promise<void> => {
      while (inFlight.size > 0) {
        await Promise.allSettled(inFlight);
        // Finished work may be followed by the next step of the same request.
        await setImmediate();
      }
    },
  };
};

export type InFlightTracker = ReturnType<typeof createInFlightTracker>;

/** Logs each request under its id, which the response carries, too. Health checks would only fill the log. */
export const addRequestLog = (app: App): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    if (routeOptions.config.isHealthCheck) return;
    request.log.info(
      { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request completed',
    );
  });
};
