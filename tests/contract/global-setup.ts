import type { TestProject } from 'vitest/node';
import { createTemplates, type Templates } from '../support/database-templates.ts';
import { startCluster } from '../support/postgres-cluster.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Vitest's own
  interface ProvidedContext {
    postgresUrl: string;
    prepared: Templates;
  }
}

const ends: (() => Promise<void>)[] = [];

/** One PostgreSQL server for the whole run: the one from DATABASE_URL, else a temporary cluster. */
export const setup = async (project: TestProject): Promise<void> => {
  const given = process.env.DATABASE_URL;
  const cluster = given ? { url: given, stop: async () => {} } : await startCluster();
  ends.unshift(cluster.stop);
  project.provide('postgresUrl', cluster.url);
  const { prepared, remove } = await createTemplates(cluster.url);
  ends.unshift(remove);
  project.provide('prepared', prepared);
};

export const teardown = async (): Promise<void> => {
  for (const end of ends) await end();
};
