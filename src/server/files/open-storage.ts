import type { ServerConfig } from '../lib/config.ts';
import type { FileStorage } from './file-storage.ts';
import { openFolderStorage } from './folder-storage.ts';

type StorageOptions = Pick<ServerConfig, 'dataDir' | 'filesUrl'> & { serverId: string };

/** Opens the bucket that `filesUrl` names, else the folder of the data folder. Throws a `StartupError` if it can't. */
export const openStorage = async ({ dataDir, filesUrl, serverId }: StorageOptions): Promise<FileStorage> => {
  if (filesUrl === undefined) return openFolderStorage({ dataDir, serverId });
  // Most servers never need the client for S3.
  const { openS3Storage } = await import('./s3/s3-storage.ts');
  return openS3Storage({ filesUrl, staging: `${dataDir}/staging/${serverId}` });
};
