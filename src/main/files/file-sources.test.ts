import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { createFileSources } from './file-sources.ts';
import { createLocalFiles } from './local-files.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const create = () => {
  const temporaryFolder = join(folder, 'pasted');
  const localFiles = createLocalFiles(temporaryFolder);
  return {
    localFiles,
    sources: createFileSources(localFiles, { storePath: join(folder, 'store.json'), temporaryFolder }),
  };
};

const writeShoot = async (): Promise<string> => {
  const shoot = join(folder, 'shoot');
  mkdirSync(join(shoot, 'PEN-RED'), { recursive: true });
  writeFileSync(join(shoot, 'PEN-RED', '1.png'), png);
  writeFileSync(join(shoot, '.DS_Store'), 'hidden');
  writeFileSync(join(shoot, 'notes.txt'), 'text');
  symlinkSync(shoot, join(shoot, 'loop'));
  const zip = new ZipFile();
  zip.addBuffer(png, 'BOX/2.png');
  zip.addBuffer(png, '__MACOSX/BOX/._2.png');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(join(shoot, 'more.zip')));
  return shoot;
};

const namesOf = ({ files }: { files: { path: string }[] }) => files.map(({ path }) => path);

it('lists the images of folders and ZIPs, each after its folder, and counts other files', async () => {
  const { sources } = create();
  const listed = await sources.collect([await writeShoot()]);
  expect(namesOf(listed).sort()).toEqual(['BOX/2.png', 'PEN-RED/1.png']);
  expect(listed.skipped).toBe(1);
});

it('unpacks an image of a ZIP when its turn comes, and removes it after that', async () => {
  const { sources, localFiles } = create();
  const { files } = await sources.collect([join(await writeShoot(), 'more.zip')]);
  expect(existsSync(join(folder, 'pasted'))).toBe(false);
  const result = await sources.open(files[0]?.id ?? '');
  if ('error' in result) throw new Error(result.error);
  expect(result.file).toMatchObject({ name: '2.png', size: png.length, type: 'image/png' });
  await localFiles.release(result.file.id);
  expect(readdirSync(join(folder, 'pasted'))).toEqual([]);
});

it('lists them again after a restart, until they are forgotten', async () => {
  const shoot = await writeShoot();
  const before = await create().sources.collect([join(shoot, 'PEN-RED')]);
  const { sources } = create();
  const after = await sources.restore();
  expect(after.files).toMatchObject(before.files.map(({ id: _id, ...source }) => source));
  await sources.forget();
  expect((await create().sources.restore()).files).toEqual([]);
});

it('opens no file that it didn’t list', async () => {
  expect(await create().sources.open('/etc/passwd')).toEqual({
    error: 'A file is no longer available. Choose it again.',
  });
});
