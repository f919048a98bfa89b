import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from 'electron';
import { log } from '../log.ts';

const languages = ['en-GB', 'en-US'];

/** An unreachable address, so that missing dictionaries are never downloaded from a third party. */
const unreachableUrl = 'https://localhost:1/';

/** Copies the bundled dictionaries to Chromium's folder. macOS has its own spell checker. */
const copyDictionaries = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  const names = (await readdir(from)).filter((name) => name.endsWith('.bdic'));
  const copyIfMissing = (name: string) =>
    copyFile(join(from, name), join(to, name), constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  await Promise.all(names.map(copyIfMissing));
};

export const enableSpellChecker = async (
  session: Session,
  { dictionaries, userData }: { dictionaries: string; userData: string },
): Promise<void> => {
  session.setSpellCheckerDictionaryDownloadURL(unreachableUrl);
  if (process.platform === 'darwin') return;
  try {
    await copyDictionaries(dictionaries, join(userData, 'Dictionaries'));
    session.setSpellCheckerLanguages(languages);
  } catch (error) {
    session.setSpellCheckerEnabled(false);
    log.warn("Can't use the spell checker's dictionaries", error);
  }
};
