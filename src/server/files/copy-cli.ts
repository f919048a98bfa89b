import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { toStartupError } from '../database/database-errors.ts';
import { StartupError } from '../lib/app-error.ts';
import { fail, readOptions } from '../lib/read-options.ts';
import { type CopyResult, copyFiles } from './copy-files.ts';
import { type FileStorage, FilesUnavailableError } from './file-storage.ts';
import { openStorage } from './open-storage.ts';
import { isFilesUrl } from './s3/files-url.ts';

// As in the server's cli.ts: only this user may read the copies.
process.umask(0o077);

const progressInterval = 1000;

const { from, to } = readOptions(
  {
    usage: 'npm run files:copy -- --from PLACE --to PLACE',
    about: `Copies uploads between a data folder and a bucket, and compares each copy by its hash. The source
isn't changed, and the server can keep running. Run it again to continue, or to copy what is new.`,
    shared: {},
    own: {
      from: {
        value: 'PLACE',
        parse: String,
        help: 'Data folder, or a bucket such as s3://bucket/prefix?endpoint=…&region=…',
      },
      to: {
        value: 'PLACE',
        parse: String,
        help: 'Another data folder or bucket, empty or with files of the same database',
      },
    },
  },
  (places) => {
    if (places.from === undefined || places.to === undefined) throw new Error('Specify --from and --to');
    return { from: places.from, to: places.to };
  },
);

/** Names a separate staging folder, because a server may be using the same data folder. */
const serverId = `copy-${process.pid}`;
const tempDir = await mkdtemp(join(tmpdir(), 'backoffice-copy-'));
const opened: FileStorage[] = [];

const openPlace = async (place: string): Promise<FileStorage> => {
  const storage = isFilesUrl(place)
    ? await openStorage({ dataDir: tempDir, filesUrl: place, serverId })
    : await openStorage({ dataDir: resolve(place), filesUrl: undefined, serverId });
  opened.push(storage);
  return storage;
};

const assertSource = async (place: string): Promise<void> => {
  if (isFilesUrl(place)) return;
  await access(join(place, 'uploads')).catch(() => {
    throw new StartupError('This is no data folder: it contains no uploads', resolve(place));
  });
};

const print = (text: string) => process.stderr.write(`${text}\n`);

const copy = async (): Promise<CopyResult> => {
  await assertSource(from);
  const onProgress = (done: number) => {
    if (done % progressInterval === 0) print(`${formatCount(done, 'file')} so far`);
  };
  return copyFiles({ from: await openPlace(from), to: await openPlace(to), onProgress });
};

const closeAll = async (): Promise<void> => {
  for (const storage of opened) {
    storage.close();
    await rm(storage.staging, { recursive: true, force: true });
  }
  await rm(tempDir, { recursive: true, force: true });
};

const describeError = (error: unknown): string => {
  const continuation = 'Run the command again to continue.';
  if (error instanceof FilesUnavailableError) return `${error.message} (${error.cause}). ${continuation}`;
  const { path, message } = toStartupError(error, { path: to, damaged: "Can't copy the files" });
  return `${path}: ${message}`;
};

try {
  const { copied, present, damaged } = await copy().finally(closeAll);
  print(
    `Copied and compared: ${formatCount(copied, 'file')}. Already there and compared: ${formatCount(present, 'file')}.`,
  );
  if (damaged.length > 0) fail(`Damaged in the source already:\n${damaged.join('\n')}`);
} catch (error) {
  fail(describeError(error));
}
