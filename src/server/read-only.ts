import { compose, type Server } from './app.ts';
import { createTokens, loadTokenKey } from './auth/tokens.ts';
import type { ServerConfig } from './config.ts';
import { openHeldFileStore } from './files/file-store.ts';
import { publicDownloads } from './import/images/download-image.ts';
import { openJobs } from './import/jobs.ts';
import { createLog } from './log.ts';
import { rulesOf } from './resources/index.ts';
import { createFirstStart } from './sample/first-start.ts';
import { readHeldSessions } from './storage/held-sessions.ts';
import { openHeldStorage } from './storage/open.ts';
import type { SessionTable } from './storage/tables.ts';

/** A server that only reads, and the sessions that began or changed in it. */
export type ReadOnlyServer = Server & { sessions: () => Promise<SessionTable[]> };

/**
 * Composes a server on a data folder that another one on this computer holds. It answers what is asked and writes
 * nothing: who signs in does so in memory. Throws a `StartFailure` where the data cannot be read.
 */
export const createReadOnlyServer = async (config: ServerConfig): Promise<ReadOnlyServer> => {
  const log = createLog({ level: config.logLevel });
  const { dataDir, tokenSecret, sampleDir } = config;
  const storage = await openHeldStorage(dataDir);
  try {
    const context = { storage, files: openHeldFileStore(dataDir), rulesOf };
    const parts = {
      ...context,
      tokens: createTokens(await loadTokenKey({ dataDir, secret: tokenSecret })),
      firstStart: createFirstStart({ context, sampleDir }),
      jobs: openJobs({ database: storage.database, server: '', log }),
      log,
      downloads: publicDownloads,
    };
    const { app, close } = await compose(config, parts, 'readOnly');
    return {
      app,
      sessions: () => readHeldSessions(storage.database),
      close: async () => {
        await close();
        await parts.jobs.stop();
        await storage.close();
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
};
