import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defineResource, type FileInfo } from '#shared/resource-kit/define-resource.ts';
import { image, pdf, richText, text, video } from '#shared/resource-kit/fields.ts';
import type { DatabaseHandle } from '../database/database-handle.ts';
import { openTestDatabase } from '../database/open-test-database.testing.ts';
import { type FileStore, openFileStore } from '../files/file-store.ts';
import { openFolderStorage } from '../files/folder-storage.ts';
import { smallestImage } from '../files/images/smallest.testing.ts';
import { AppError } from '../lib/app-error.ts';
import { prepareValues } from './prepare-values.ts';
import { collectFileUses } from './record-files.ts';

const resource = defineResource({
  name: 'media',
  label: 'Medium',
  labelPlural: 'Media',
  titleField: 'name',
  paths: {},
  fields: {
    name: text({ label: 'Name' }),
    text: richText({ label: 'Text' }),
    image: image({ label: 'Image' }),
    pdf: pdf({ label: 'PDF' }),
    video: video({ label: 'Video' }),
  },
});

const contents: Record<string, string> = {
  jpg: smallestImage('jpg').toString('latin1'),
  png: smallestImage('png').toString('latin1'),
  gif: smallestImage('gif').toString('latin1'),
  webp: smallestImage('webp').toString('latin1'),
  pdf: '%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF',
  mp4: '\0\0\0\x18ftypisom\0\0\x02\0isomiso2',
  m4v: '\0\0\0\x18ftypM4V \0\0\x02\0isomiso2',
  wmv: '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa\0\x62\xce\x6c\x46\0\0\0\0\0\0\0\x01\0\0\0\x01\x02\x91\x07\xdc\xb7\xb7\xa9\xcf\x11\x8e\xe6\0\xc0\x0c\x20\x53\x65\x28\0\0\0\0\0\0\0\xc0\xef\x19\xbc\x4d\x5b\xcf\x11\xa8\xfd\0\x80\x5f\x5c\x44\x2b',
  avi: 'RIFF\x1a\0\0\0AVI LIST',
  mov: '\0\0\0\x18ftypqt  \0\0\x02\0qt  ',
};

let dataDir: string;
let store: FileStore;
let databaseHandle: DatabaseHandle;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'backoffice-prepare-'));
  databaseHandle = await openTestDatabase(join(dataDir, 'database'));
  store = await openFileStore({
    storage: await openFolderStorage({ dataDir, serverId: 'one' }),
    databaseHandle,
  });
});
afterEach(async () => {
  await databaseHandle.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const upload = (name: string, type: string) =>
  `${name}@@data:;base64,${Buffer.from(`${contents[type] ?? ''}${'\0'.repeat(64)}`, 'latin1').toString('base64')}`;

const prepare = (values: Record<string, unknown>) =>
  store.transaction(async (files) => {
    const row = await prepareValues({ resource, values, files });
    await files.commit(databaseHandle.database);
    return row;
  });

it.each([
  ['image', 'a.jpg', 'jpg', 'jpg'],
  ['image', 'a.JPEG', 'jpg', 'jpg'],
  ['image', 'a.png', 'png', 'png'],
  ['image', 'a.gif', 'gif', 'gif'],
  ['image', 'a.webp', 'webp', 'webp'],
  ['pdf', 'a.pdf', 'pdf', 'pdf'],
  ['video', 'a.mp4', 'mp4', 'mp4'],
  ['video', 'a.mp4', 'm4v', 'mp4'],
  ['video', 'a.wmv', 'wmv', 'wmv'],
  ['video', 'a.avi', 'avi', 'avi'],
])('accepts as %s the file %s, which is a %s', async (field, name, type, extension) => {
  const row = await prepare({ [field]: upload(name, type) });
  expect(row[field]).toMatch(new RegExp(`^[0-9a-f]{32}\\.${extension}$`));
  expect(collectFileUses(resource, row)).toEqual([{ field, file: row[field] }]);
  const { size: _size, ...info } = (row.files as Record<string, FileInfo>)[field] ?? { name, size: 0 };
  expect(await prepare({ [field]: row[field], files: { [field]: info } })).toEqual(row);
});

it.each([
  ['video', 'a.mov', 'mov'],
  ['video', 'a.mp4', 'mov'],
  ['video', 'a.avi', 'webp'],
  ['image', 'a.webp', 'avi'],
  ['pdf', 'a.pdf', 'png'],
  ['image', 'a.pdf', 'pdf'],
  ['pdf', 'a.mp4', 'mp4'],
])('rejects as %s the file %s, which is a %s', async (field, name, type) => {
  const failure = await prepare({ [field]: upload(name, type) }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AppError);
  expect((failure as AppError).errors?.[0]?.field).toBe(field);
  expect(readdirSync(store.storage.location).filter((file) => !file.startsWith('.'))).toEqual([]);
});

it('rejects a stored file in a field of another kind', async () => {
  const row = await prepare({ pdf: upload('a.pdf', 'pdf') });
  await expect(prepare({ image: row.pdf })).rejects.toThrow('Image: file not found on the server');
});

it('finds the stored files of a formatted text', async () => {
  const { image: file } = await prepare({ image: upload('a.png', 'png') });
  const row = await prepare({
    text: `<p><img src="/uploads/${file}"> and <img src="https://x.example/y.png"></p>`,
  });
  expect(collectFileUses(resource, row)).toEqual([{ field: 'text', file }]);
});

it('reports all errors at once', async () => {
  const failure = await prepare({ image: 'x', pdf: upload('a.pdf', 'png'), video: 'y' }).catch(
    (error: unknown) => error,
  );
  expect((failure as AppError).errors?.map((error) => error.field)).toEqual(['image', 'pdf', 'video']);
});
