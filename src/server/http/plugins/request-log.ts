import type { App } from '../app.ts';

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
