import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { createBackup } from '../database/automatic-backups.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { removeOldStaging } from '../files/folder-storage.ts';
import { fail, readArguments } from '../lib/command-line.ts';
import { configFromEnvironment, defaultDataDir } from '../lib/config.ts';
import { toBackupError } from './backup-error.ts';
import { readFilesBucket } from './sqlite-settings.ts';
import { createStoreBackup } from './store/create.ts';
import { openWriteCipher, passphraseVariable } from './store/encryption.ts';
import { databasesFolder, filePath, manifestPath, nameBackup } from './store/manifest.ts';
import { findExpired, parseRetention, type Retention } from './store/retention.ts';
import { closeStore, listObjects, openStore, readManifests } from './store/store.ts';
import { verifyBackup } from './store/verify.ts';

// A backup contains all records.
process.umask(0o077);

const usage = `Usage: npm run backup -- --to PLACE [options]

Makes a backup of the database and the files. The server can keep running.

  --to PLACE            Folder or bucket of the backups, such as /srv/backups or s3://bucket/backups?endpoint=…
                        Files that are already there aren't copied again. Without this option, only an SQLite
                        database is copied, to DIR/backups, where the newest seven copies are kept
  --keep RULES          Then delete older backups, but keep the newest of each of the last days, weeks and months,
                        such as 7d,4w,12m
  --verify              Then restore the backup into a scratch database, and compare all rows and files
  --age-recipient KEY   Encrypt the backup with a public key of age (age1…). To encrypt it with a passphrase
                        instead, set ${passphraseVariable}
  --unless-since TIME   Do nothing if there is a backup since then, such as 2026-05-01T02:00:00.000Z
  --data DIR            Folder for the database and uploads
  --database-url URL    PostgreSQL database of the server. Better set BACKOFFICE_DATABASE_URL
  --files-url URL       Bucket of the server's files. Better set BACKOFFICE_FILES_URL`;

const options = readArguments(usage, () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      verify: { type: 'boolean', default: false },
      'age-recipient': { type: 'string' },
      'unless-since': { type: 'string' },
      data: { type: 'string', default: defaultDataDir() },
      'database-url': { type: 'string' },
      'files-url': { type: 'string' },
    },
  });
  const { databaseUrl, filesUrl } = configFromEnvironment(process.env);
  const source = {
    dataDir: resolve(values.data),
    databaseUrl: values['database-url'] ?? databaseUrl,
    filesUrl: values['files-url'] ?? filesUrl,
  };
  if (values.to === undefined && source.databaseUrl !== undefined) throw new Error('Specify --to');
  const recipient = values['age-recipient'] ?? (process.env.BACKOFFICE_BACKUP_AGE_RECIPIENT || undefined);
  if (values.verify && recipient !== undefined)
    throw new Error(
      'With --age-recipient, this computer has no key to verify with. Use npm run restore -- --verify where the key is',
    );
  const rules = values.keep === undefined ? null : parseRetention(values.keep, '--keep');
  const { to, verify: isVerified, 'unless-since': unlessSince } = values;
  return { to, source, recipient, rules, isVerified, unlessSince };
});

const print = (text: string) => process.stderr.write(`${text}\n`);

const copyDatabaseOnly = async (dataDir: string): Promise<void> => {
  const backup = await createBackup({ dataDir, reason: 'daily' });
  print(`Backup saved: ${backup}`);
  const bucket = readFilesBucket(backup);
  if (bucket !== null)
    print(`It contains the database only. The files are in ${bucket}: back it up separately.`);
};

/** Milliseconds after which an object without a backup is left over: another server may be making one. */
const gracePeriod = 24 * 60 * 60 * 1000;

/**
 * Deletes the backups of a database that the rules don't keep, and then what no backup needs. Other databases' backups
 * stay. Returns how many backups were deleted.
 */
const pruneStore = async (
  storage: FileStorage,
  { databaseId, rules }: { databaseId: string; rules: Retention },
): Promise<number> => {
  const manifests = await readManifests(storage);
  const expired = findExpired(
    manifests.filter((manifest) => manifest.databaseId === databaseId),
    rules,
  );
  const remaining = manifests.filter((manifest) => !expired.includes(manifest));
  // First, so that an interruption leaves no backup without its files.
  await storage.remove(expired.map((manifest) => manifestPath(nameBackup(manifest))));
  const needed = new Set(
    remaining.flatMap((manifest) => [
      manifest.database.name,
      ...Object.keys(manifest.files).map((name) => filePath(manifest, name)),
    ]),
  );
  const belongsToExpired = new Set(expired.map(({ database }) => database.name));
  const folders = new Set([databasesFolder, 'files/', ...manifests.map(({ filesFolder }) => filesFolder)]);
  for (const folder of folders) {
    const unused = (await listObjects(storage, folder)).filter(
      ({ name, modifiedAt }) =>
        !needed.has(name) && (belongsToExpired.has(name) || Date.now() - modifiedAt > gracePeriod),
    );
    await storage.remove(unused.map(({ name }) => name));
  }
  return expired.length;
};

/** Returns what the administrator has to look at. */
const addToStore = async (storage: FileStorage): Promise<string[]> => {
  const { source, recipient, rules, isVerified, unlessSince } = options;
  const cipher = await openWriteCipher(storage, {
    passphrase: process.env[passphraseVariable] || undefined,
    recipient,
  });
  const created = await createStoreBackup({ source, storage, cipher, unlessSince, onWarning: print });
  if (!created) {
    print(`There is a backup since ${unlessSince} already`);
    return [];
  }
  const { manifest, copied, damaged } = created;
  const { files, missing, databaseId } = manifest;
  const count = formatCount(Object.keys(files).length, 'file');
  print(`Backup saved: ${nameBackup(manifest)} in ${storage.location} (${count}, ${copied} of them new)`);
  if (isVerified) {
    const verified = await verifyBackup({ storage, cipher, manifest, databaseUrl: source.databaseUrl });
    print(`Verified: ${formatCount(verified.rows, 'row')} and ${formatCount(verified.files, 'file')}`);
  }
  if (rules) {
    const deleted = await pruneStore(storage, { databaseId, rules });
    print(`Deleted: ${formatCount(deleted, 'older backup')}`);
  }
  return [
    ...missing.map((name) => `Missing on the server already: ${name}`),
    ...damaged.map((name) => `Damaged on the server already: ${name}`),
  ];
};

const backUp = async (place: string): Promise<string[]> => {
  const staging = join(options.source.dataDir, 'staging');
  const storage = await openStore({ place, tempDir: join(staging, `store-${process.pid}`) });
  // A backup that was killed may have left the dump of a large database.
  if (storage.isRemote) await removeOldStaging(staging);
  return addToStore(storage).finally(() => closeStore(storage));
};

const { to, source } = options;
try {
  const problems = to === undefined ? await copyDatabaseOnly(source.dataDir) : await backUp(to);
  if (problems && problems.length > 0) fail(problems.join('\n'));
} catch (error) {
  const { message, path } = toBackupError(error, to ?? source.dataDir);
  fail(`${path}: ${message}`);
}
