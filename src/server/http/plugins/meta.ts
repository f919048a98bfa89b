import { type Meta, metaSchema } from '#shared/api.ts';
import { getTimeZone } from '#shared/local-day.ts';
import { type App, routeOptions } from '../route.ts';

export const addMeta = (app: App, { version, hasMailer }: { version: string; hasMailer: boolean }): void => {
  app.get(
    '/v1/meta',
    routeOptions(
      { access: 'public', tag: 'server', summary: 'Get the server’s name, version and level' },
      { response: { 200: metaSchema } },
    ),
    async (): Promise<Meta> => ({
      name: 'Catalogue Back Office',
      version,
      level: 'full',
      sendsMail: hasMailer,
      timeZone: getTimeZone(),
    }),
  );
};
