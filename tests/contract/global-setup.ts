import type { TestProject } from 'vitest/node';
import { startCluster } from '../support/postgres-cluster.ts';
import { type RegisteredRoute, readDescription } from '../support/read-description.ts';
import type { Description } from '../support/server-description.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Vitest's own
  interface ProvidedContext {
    postgresUrl: string;
    /** What the server says of its routes, and those that it has. */
    description: Description;
    routes: RegisteredRoute[];
  }
}

let stop: (() => Promise<void>) | undefined;

/** One PostgreSQL for the whole run: the one that DATABASE_URL names, else a server of our own. Never none. */
export const setup = async (project: TestProject): Promise<void> => {
  const given = process.env.DATABASE_URL;
  const cluster = given ? { url: given, stop: async () => {} } : await startCluster();
  stop = cluster.stop;
  project.provide('postgresUrl', cluster.url);
  const { description, routes } = await readDescription();
  project.provide('description', description);
  project.provide('routes', routes);
};

export const teardown = async (): Promise<void> => {
  await stop?.();
};
