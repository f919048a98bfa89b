import { startTool } from './postgres-tools.ts';

const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'];

/** Loads a copy that `dumpPostgres` made into an empty database, completely or not at all. */
export const loadPostgres = async ({
  databaseUrl,
  path,
}: {
  databaseUrl: string;
  path: string;
}): Promise<void> => {
  const tool = startTool('pg_restore', databaseUrl, [...options, path]);
  tool.stdout.resume();
  await tool.done;
};
