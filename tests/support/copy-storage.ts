import { type CopyResult, copyFiles } from '../../src/server/files/copy-files.ts';
import { openStorage } from '../../src/server/files/open-storage.ts';

type Place = { dataDir: string; filesUrl?: string };

/** Copies stored files as `npm run files:copy` does, in this process. */
export const copyStorage = async (from: Place, to: Place): Promise<CopyResult> => {
  const storages = {
    from: await openStorage({ ...from, serverId: 'copy-from' }),
    to: await openStorage({ ...to, serverId: 'copy-to' }),
  };
  try {
    return await copyFiles({ ...storages, onProgress: () => {} });
  } finally {
    for (const storage of Object.values(storages)) storage.close();
  }
};
