import { once } from 'node:events';
import { s3Credentials } from './s3.ts';
import { spawnServer } from './spawn-server.ts';
import type { TestServer } from './test-server.ts';

export type Place = Pick<TestServer, 'dataDir' | 'databaseUrl'> & { filesUrl?: string };

export const run = async (
  name: 'commands/backup' | 'commands/restore' | 'commands/copy-files',
  args: string[],
  { databaseUrl, filesUrl }: Partial<Place> = {},
) => {
  const { child, output } = spawnServer(
    args,
    { BACKOFFICE_DATABASE_URL: databaseUrl ?? '', BACKOFFICE_FILES_URL: filesUrl ?? '', ...s3Credentials },
    name,
  );
  const [code] = await once(child, 'close');
  return { code, ...output };
};

export const backUp = (place: Place, args: string[]) =>
  run('commands/backup', ['--data', place.dataDir, ...args], place);
export const restore = (place: Place, args: string[]) =>
  run('commands/restore', ['--data', place.dataDir, ...args], place);
