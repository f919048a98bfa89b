import { createWriteStream, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { copyDatabase, flush } from '../database/copy-database.ts';
import { StartupError } from '../lib/app-error.ts';
import {
  addUpload,
  createManifest,
  databaseName,
  hashFile,
  isBackupName,
  manifestName,
  readFilesBucket,
} from './manifest.ts';

/** Called with the completed fraction, from 0 to 1. */
export type OnProgress = (fraction: number) => void;

type PackOptions = {
  dataDir: string;
  to: string;
  /** Temp folder next to `to`. A caller that kills the process has to delete it. */
  tempDir: string;
  onProgress?: OnProgress;
};

const listBackupFiles = async (dataDir: string): Promise<string[]> => {
  const uploads = await readdir(join(dataDir, 'uploads')).catch(() => []);
  return uploads.map((name) => `uploads/${name}`).filter(isBackupName);
};

const countBytes = (total: number, onProgress: OnProgress): Transform => {
  let written = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, pass) => {
      written += chunk.byteLength;
      onProgress(Math.min(1, written / total));
      pass(null, chunk);
    },
  });
};

const packFiles = async ({
  dataDir,
  database,
  to,
  onProgress = () => {},
}: Omit<PackOptions, 'tempDir'> & { database: string }): Promise<string[]> => {
  const zip = new ZipFile();
  const names = await listBackupFiles(dataDir);
  const sizes = [database, ...names.map((name) => join(dataDir, name))].map((path) => statSync(path).size);
  const total = sizes.reduce((sum, size) => sum + size, 1);
  const done = pipeline(zip.outputStream, countBytes(total, onProgress), createWriteStream(to));
  const manifest = await createManifest(database);
  zip.addFile(database, databaseName);
  for (const name of names) {
    const path = join(dataDir, name);
    const hash = await hashFile(path).catch(() => null);
    addUpload(manifest, basename(name), hash ?? 'Unreadable');
    // Images, videos and PDFs are already compressed.
    if (hash !== null) zip.addFile(path, name, { compress: false });
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName);
  zip.end();
  await done;
  return manifest.problems;
};

/**
 * Writes the data folder into one file, even while a server uses it: a checked snapshot of the database and every
 * stored file, without sessions and the key that signs them. Returns what is wrong with the files already. Throws a `StartupError` if the files are in a bucket.
 */
export const archiveDataFolder = async ({ dataDir, to, tempDir, onProgress }: PackOptions): Promise<string[]> => {
  const tempPath = join(tempDir, 'backup.zip');
  const database = join(tempDir, databaseName);
  await mkdir(tempDir);
  try {
    // Copy the database first. Files are stored before the rows that use them, so none can be missing.
    copyDatabase({ from: join(dataDir, databaseName), to: database });
    const bucket = readFilesBucket(database);
    if (bucket !== null)
      throw new StartupError(
        `The files are in ${bucket}, which this backup can't contain. Back up the database alone, and the bucket separately.`,
        dataDir,
      );
    const problems = await packFiles({ dataDir, database, to: tempPath, onProgress });
    flush(tempPath);
    await rename(tempPath, to);
    return problems;
  } finally {
    await rm(tempDir, { recursive: true, force: true });
  }
};
