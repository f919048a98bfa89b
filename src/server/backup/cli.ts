import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { isFilesUrl } from '../files/s3/files-url.ts';
import { StartupError } from '../lib/app-error.ts';
import { fail, readArguments } from '../lib/command-line.ts';
import { configFromEnvironment, defaultDataDir } from '../lib/config.ts';
import { toBackupError } from './backup-error.ts';
import { restoreDataFolder } from './restore.ts';
import { restoreToPostgres } from './restore-to-postgres.ts';
import { openReadCipher, passphraseVariable } from './store/encryption.ts';
import { nameBackup } from './store/manifest.ts';
import { restoreFromStore } from './store/restore.ts';
import { closeStore, isStore, listBackups, openStore, readManifest } from './store/store.ts';
import { verifyBackup } from './store/verify.ts';

// As in the server's cli.ts: a backup contains all records.
process.umask(0o077);

const usage = `Usage: npm run restore -- --from PLACE [options]

Restores a backup. Stop the server first.

  --from PLACE          Folder or bucket of npm run backup, a backup made by the app, or a copy of its SQLite database
  --backup NAME         Which backup of the folder or bucket (default: the newest one)
  --list                List the backups of the folder or bucket
  --verify              Restore nothing: check the backup in a scratch database, and compare all rows and files
  --age-identity FILE   Secret key for a backup that was encrypted with a public key of age. For one that was
                        encrypted with a passphrase, set ${passphraseVariable}
  --data DIR            Folder for the database and uploads
  --database-url URL    Empty PostgreSQL database to restore into, such as postgres://user:password@host/name
  --files-url URL       Bucket to restore the files into
  --take-over           Use the files of the database that was backed up where they are. That database must be gone`;

const readIdentity = (path: string): string => {
  const line = readFileSync(path, 'utf8')
    .split('\n')
    .find((each) => each.startsWith('AGE-SECRET-KEY-'));
  if (line === undefined) throw new Error(`${path}: This file contains no secret key of age`);
  return line.trim();
};

const options = readArguments(usage, () => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      backup: { type: 'string' },
      list: { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      'age-identity': { type: 'string' },
      data: { type: 'string', default: defaultDataDir() },
      'database-url': { type: 'string' },
      'files-url': { type: 'string' },
      'take-over': { type: 'boolean', default: false },
    },
  });
  if (values.from === undefined) throw new Error('Specify a backup with --from');
  const environment = configFromEnvironment(process.env);
  const identityFile = values['age-identity'];
  return {
    from: isFilesUrl(values.from) ? values.from : resolve(values.from),
    backup: values.backup,
    isListing: values.list,
    isVerifying: values.verify,
    identity: identityFile === undefined ? undefined : readIdentity(identityFile),
    target: {
      dataDir: resolve(values.data),
      databaseUrl: values['database-url'] ?? environment.databaseUrl,
      filesUrl: values['files-url'] ?? environment.filesUrl,
      isTakeOver: values['take-over'],
    },
  };
});
const { from, target } = options;
const { dataDir, databaseUrl, filesUrl } = target;
const print = (text: string) => process.stderr.write(`${text}\n`);

const restoreFile = async (): Promise<void> => {
  let bucket: string | null = null;
  const hasFiles = () => existsSync(join(dataDir, 'uploads'));
  const onBucket = (found: string) => {
    bucket = found;
  };
  if (databaseUrl === undefined) {
    await restoreDataFolder({ dataDir, from, onBucket });
    print(`Restored ${dataDir}. The previous data is in ${dataDir}.before-restore`);
  } else {
    const connections = { onConnectionError: () => {}, onWarning: print };
    const rows = await restoreToPostgres({ dataDir, databaseUrl, from, onBucket, ...connections });
    const files = hasFiles() ? ` and their files to ${dataDir}` : '';
    print(`Restored ${formatCount(rows, 'row')} to PostgreSQL${files}`);
  }
  if (bucket !== null) {
    print(`This backup contains the database only. Its files are in ${bucket}, which wasn't changed.`);
  } else if (filesUrl !== undefined && hasFiles()) {
    print(
      `Copy the files to the bucket: npm run files:copy -- --from "${dataDir}" --to "$BACKOFFICE_FILES_URL"`,
    );
  }
};

const restoreBackup = async (storage: FileStorage): Promise<void> => {
  const names = await listBackups(storage);
  if (options.isListing) {
    process.stdout.write(names.map((name) => `${name}\n`).join(''));
    return;
  }
  const name = options.backup ?? names.at(-1);
  if (name === undefined) throw new StartupError('There are no backups', storage.location);
  const manifest = await readManifest(storage, name);
  const keys = { passphrase: process.env[passphraseVariable] || undefined, identity: options.identity };
  const cipher = await openReadCipher(storage, manifest, keys);
  const backup = { storage, cipher, manifest };
  if (options.isVerifying) {
    const { rows, files } = await verifyBackup({ ...backup, databaseUrl });
    print(`Verified ${nameBackup(manifest)}: ${formatCount(rows, 'row')} and ${formatCount(files, 'file')}`);
    return;
  }
  await restoreFromStore({ ...backup, ...target, onWarning: print });
  const places = [
    databaseUrl === undefined ? dataDir : 'PostgreSQL',
    ...(filesUrl === undefined && databaseUrl === undefined ? [] : [`its files to ${filesUrl ?? dataDir}`]),
  ];
  const previous = databaseUrl === undefined ? `. The previous data is in ${dataDir}.before-restore` : '';
  print(`Restored ${nameBackup(manifest)} to ${places.join(', ')}${previous}`);
};

const restoreStore = async (): Promise<void> => {
  const tempDir = await mkdtemp(join(tmpdir(), 'backoffice-store-'));
  const storage = await openStore({ place: from, tempDir });
  await restoreBackup(storage).finally(() => closeStore(storage));
};

try {
  const isPlace = isStore(from);
  if (!isPlace && (options.isListing || options.isVerifying || options.backup !== undefined))
    throw new StartupError('There are no backups', from);
  await (isPlace ? restoreStore() : restoreFile());
} catch (error) {
  const { message, path } = toBackupError(error, from);
  fail(`${path}: ${message}`);
}
