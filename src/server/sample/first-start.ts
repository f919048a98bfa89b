import type { z } from 'zod';
import type { setupRequestSchema } from '#shared/api.ts';
import { setUp } from '../auth/accounts.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Storage } from '../storage/storage.ts';
import { prepareSample } from './prepare-sample.ts';

/** Creates the first administrator and, if wanted, the sample catalogue: both or neither. */
export type FirstStart = (request: z.output<typeof setupRequestSchema>) => Promise<void>;

/** Makes the first start of a server. */
export const createFirstStart =
  ({ storage, files, sampleDir }: { storage: Storage; files: FileStore; sampleDir: string }): FirstStart =>
  (request) =>
    files.during(async (fileTransaction) => {
      const sample = request.sample ? await prepareSample({ sampleDir, files: fileTransaction }) : null;
      await setUp({
        storage,
        request,
        alsoDo: async (database) => {
          await sample?.write(database);
          fileTransaction.commit();
        },
      });
    });
