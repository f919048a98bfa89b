import { channel } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer } from '../../src/server/app.ts';
import type { Description } from './server-description.ts';

export type RegisteredRoute = { method: string; path: string };

/** Composes the server once, for its description of itself and the routes that it really has. */
export const readDescription = async (): Promise<{ description: Description; routes: RegisteredRoute[] }> => {
  const routes: RegisteredRoute[] = [];
  const collect = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push({ method: each.toUpperCase(), path: url });
    });
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'backoffice-description-'));
  channel('fastify.initialization').subscribe(collect);
  const { app, close } = await createServer({
    ...{ host: '127.0.0.1', port: 0, dataDir, sampleDir: '', logLevel: 'silent' },
  });
  channel('fastify.initialization').unsubscribe(collect);
  const { body } = await app.inject('/docs/json');
  await close();
  rmSync(dataDir, { recursive: true, force: true });
  return { description: JSON.parse(body) as Description, routes };
};
