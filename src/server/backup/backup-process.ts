import { type BackupCommand, type BackupMessage, backupCommandSchema } from '#shared/embedded.ts';
import { createDailyBackup } from '../database/copy-database.ts';
import { toCommandError } from '../database/database-errors.ts';
import { StartupError } from '../lib/app-error.ts';
import { archiveDataFolder, type OnProgress } from './pack.ts';
import { restoreDataFolder } from './restore.ts';
import { DamagedFilesError } from './unpack.ts';

/** Electron's `parentPort`, typed here so that this process doesn't depend on Electron. */
type ParentPort = {
  on: (event: 'message', listener: (event: { data: unknown }) => void) => void;
  postMessage: (message: BackupMessage) => void;
};

const { parentPort: parent } = process as NodeJS.Process & { parentPort?: ParentPort };
if (!parent) throw new Error('This is started by the desktop app');

// As in cli.ts: a backup contains all records.
process.umask(0o077);

const createProgress = (): OnProgress => {
  let lastReported = -1;
  return (fraction) => {
    const hundredths = Math.floor(fraction * 100);
    if (hundredths === lastReported) return;
    lastReported = hundredths;
    parent.postMessage({ type: 'progress', fraction: hundredths / 100 });
  };
};

/** Returns the problems of a backup's files. */
const run = async (command: BackupCommand): Promise<string[]> => {
  const problems: string[] = [];
  const { dataDir } = command;
  const onProgress = createProgress();
  if (command.type === 'daily') await createDailyBackup(dataDir);
  else if (command.type === 'pack')
    return archiveDataFolder({ dataDir, to: command.path, tempDir: command.tempDir, onProgress });
  else {
    const { path: from, skipDamaged } = command;
    const onWarning = (text: string) => problems.push(text);
    await restoreDataFolder({ dataDir, from, skipDamaged, onProgress, onWarning });
  }
  return problems;
};

parent.on('message', async ({ data }) => {
  const command = backupCommandSchema.parse(data);
  try {
    const problems = await run(command);
    parent.postMessage({ type: 'done', ...(problems.length > 0 && { problems }) });
  } catch (error) {
    if (!(error instanceof StartupError)) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    const { message, path } = toCommandError(error, command.type === 'daily' ? command.dataDir : command.path);
    const damagedFiles = error instanceof DamagedFilesError ? [...error.files] : undefined;
    parent.postMessage({ type: 'failed', message, path, damagedFiles });
  }
});
