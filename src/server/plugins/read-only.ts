import fastifyPlugin from 'fastify-plugin';
import { Failure } from '../failure.ts';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What is noted in memory alone. */
const allowed = new Set(['/v1/user/login', '/v1/user/logout']);

/** Refuses all that would write, and says why. */
export const readOnly = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', async ({ is404, method, routeOptions }) => {
      if (is404 || reads.has(method) || allowed.has(routeOptions.url ?? '')) return;
      throw new Failure({
        kind: 'readOnly',
        message:
          'Nothing can be changed here while another Catalogue Back Office has this data open. Nothing was saved; try again when that one is closed',
      });
    });
  },
  { name: 'read-only', dependencies: ['auth'] },
);
