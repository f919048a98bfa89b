import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { copyFiles } from '../files/copy-files.ts';
import { withStorage } from '../files/open-storage.ts';
import { isFilesUrl } from '../files/s3/files-url.ts';
import { StartupError } from '../lib/app-error.ts';
import { fail } from '../lib/read-options.ts';
import { print, runCommand } from './run-command.ts';

const progressInterval = 1000;

const onProgress = (done: number) => {
  if (done % progressInterval === 0) print(`${formatCount(done, 'file')} so far`);
};

const toPlace = (place: string) =>
  isFilesUrl(place) ? { dataDir: '', filesUrl: place } : { dataDir: resolve(place), filesUrl: undefined };

await runCommand(
  {
    usage: 'npm run files:copy -- --from PLACE --to PLACE',
    about: `Copies uploads between a data folder and a bucket, and compares each copy by its hash. The source
isn't changed, and the server can keep running. Run it again to continue, or to copy what is new.`,
    shared: {},
    own: {
      from: {
        value: 'PLACE',
        isRequired: true,
        parse: toPlace,
        help: 'Data folder, or a bucket such as s3://bucket/prefix?endpoint=…&region=…',
      },
      to: {
        value: 'PLACE',
        isRequired: true,
        parse: toPlace,
        help: 'Another data folder or bucket, empty or with files of the same database',
      },
    },
    place: ({ to }) => to.filesUrl ?? to.dataDir,
  },
  async (places) => {
    const { dataDir, filesUrl } = places.from;
    if (filesUrl === undefined)
      await access(join(dataDir, 'uploads')).catch(() => {
        throw new StartupError('This is no data folder: it contains no uploads', dataDir);
      });
    const { copied, present, damaged } = await withStorage(places.from, (from) =>
      withStorage(places.to, (to) => copyFiles({ from, to, onProgress })),
    );
    print(
      `Copied and compared: ${formatCount(copied, 'file')}. Already there and compared: ${formatCount(present, 'file')}.`,
    );
    if (damaged.length > 0) fail(`Damaged in the source already:\n${damaged.join('\n')}`);
  },
);
