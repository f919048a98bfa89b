import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { createServer } from '../../src/server/app.ts';
import type { OpenApiDocument } from './openapi.ts';
import { makeTempDir } from './temp-dir.ts';

export const admin = { email: 'admin@example.com', password: 'a long password' };

type RegisteredRoute = { method: string; path: string };

export type Templates = {
  description: OpenApiDocument;
  routes: RegisteredRoute[];
  /** Databases to copy, with all tables and one administrator: an SQLite file and a PostgreSQL database name. */
  templates: { sqlite: string; postgres: string };
};

const compose = (dataDir: string, databaseUrl?: string) =>
  createServer({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    databaseUrl,
    sampleDir: '',
    logLevel: 'silent',
    firstAdmin: { ...admin, hasSample: false },
  });

const collectRoutes = async <Result>(routes: RegisteredRoute[], work: () => Promise<Result>): Promise<Result> => {
  const collect = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push({ method: each.toUpperCase(), path: url });
    });
  };
  const initialisation = channel('fastify.initialization');
  initialisation.subscribe(collect);
  return work().finally(() => initialisation.unsubscribe(collect));
};

const onPostgres = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

export const createTemplates = async (
  postgresUrl: string,
): Promise<{ prepared: Templates; remove: () => Promise<void> }> => {
  const folder = makeTempDir('prepared');
  const postgres = `contract_template_${randomUUID().replaceAll('-', '')}`;
  await onPostgres(postgresUrl, `create database ${postgres} template template0`);
  const databaseUrl = new URL(postgresUrl);
  databaseUrl.pathname = `/${postgres}`;
  const other = await compose(join(folder, 'postgres'), databaseUrl.href);
  await other.close();

  const routes: RegisteredRoute[] = [];
  const sqlite = join(folder, 'sqlite');
  const { app, close } = await collectRoutes(routes, () => compose(sqlite));
  const { body } = await app.inject({ url: '/docs/json', headers: { host: 'localhost' } });
  await close();
  return {
    prepared: {
      description: JSON.parse(body) as OpenApiDocument,
      routes,
      templates: { sqlite: join(sqlite, 'backoffice.db'), postgres },
    },
    remove: async () => {
      rmSync(folder, { recursive: true, force: true });
      await onPostgres(postgresUrl, `drop database ${postgres} with (force)`);
    },
  };
};
