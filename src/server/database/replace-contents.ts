import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folders next to the data folder. `staging` has a backup that is being unpacked. It becomes `incoming` while it replaces
 * the data; `outgoing` becomes `before` once it has all of the previous data.
 */
export const restorePaths = (dataDir: string) => ({
  staging: `${dataDir}.restoring`,
  incoming: `${dataDir}.restored`,
  outgoing: `${dataDir}.replaced`,
  before: `${dataDir}.before-restore`,
});

/** Names that stay in the folder: its lock, its reserve of room and the automatic backups. */
const keptNames = /^(?:server\.lock.*|server\.holder\.json|server\.reserve|backups)$/;

const moveContents = (from: string, to: string): void => {
  for (const name of readdirSync(from)) if (!keptNames.test(name)) renameSync(join(from, name), join(to, name));
};

/**
 * Replaces what the locked data folder contains. The folder itself stays, so that its lock does, too.
 * `keepReplacedContents` or `rollBackReplacement` has to follow.
 */
export const replaceContents = (dataDir: string): void => {
  const { staging, incoming, outgoing, before } = restorePaths(dataDir);
  rmSync(before, { recursive: true, force: true });
  mkdirSync(outgoing, { recursive: true });
  renameSync(staging, incoming);
  moveContents(dataDir, outgoing);
  renameSync(outgoing, before);
  moveContents(incoming, dataDir);
};

export const keepReplacedContents = (dataDir: string): void =>
  rmSync(restorePaths(dataDir).incoming, { recursive: true, force: true });

/**
 * Puts the previous contents of a locked folder back unless the new ones were kept, and deletes what a restore left
 * behind. Continues if it was interrupted itself. Returns whether it put anything back.
 */
export const rollBackReplacement = (dataDir: string): boolean => {
  const { staging, incoming, outgoing, before } = restorePaths(dataDir);
  const isUnfinished = existsSync(incoming);
  if (isUnfinished) {
    if (!existsSync(outgoing)) {
      moveContents(dataDir, incoming);
      renameSync(before, outgoing);
    }
    moveContents(outgoing, dataDir);
    renameSync(incoming, staging);
  }
  for (const folder of [staging, outgoing]) rmSync(folder, { recursive: true, force: true });
  return isUnfinished;
};
