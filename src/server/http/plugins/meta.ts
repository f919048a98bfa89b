import { type Meta, metaSchema } from '#shared/api.ts';
import { getTimeZone } from '#shared/local-day.ts';
import { type App, addRoute } from '../route.ts';

export const addMeta = (app: App, { version, hasMailer }: { version: string; hasMailer: boolean }): void => {
  addRoute(app, {
    url: 'GET /v1/meta',
    access: 'public',
    tag: 'server',
    summary: 'Get the server’s name, version and level',
    response: metaSchema,
    handle: async (_request, _active, reply) =>
      reply.send({
        name: 'Catalogue Back Office',
        version,
        level: 'full',
        sendsMail: hasMailer,
        timeZone: getTimeZone(),
      } satisfies Meta),
  });
};
