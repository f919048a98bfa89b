import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { smallestImage } from '../../src/server/files/images/smallest.testing.ts';

let count = 0;

const bytesOf: Record<string, () => Buffer> = {
  png: () => smallestImage('png'),
  jpg: () => smallestImage('jpg'),
  gif: () => smallestImage('gif'),
  webp: () => smallestImage('webp'),
  pdf: () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  mp4: () => Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2\0\0\0\x08free', 'latin1'),
  vtt: () => Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nA pen writes.\n\nNOTE '),
  svg: () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  html: () => Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>'),
};

/** A minimal file with a unique suffix, which changes only its hash. */
export const makeFile = (type: string): Buffer => {
  count += 1;
  return Buffer.concat([bytesOf[type]?.() ?? Buffer.alloc(0), Buffer.from(`unique ${count} ${process.pid}`)]);
};

/** The file in upload notation, `filename@@dataURL`. */
export const asUpload = (name: string, bytes: Buffer, mime = 'application/octet-stream'): string =>
  `${name}@@data:${mime};base64,${bytes.toString('base64')}`;

export const storedFiles = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'uploads')).filter((name) => !name.startsWith('.'));

/** Makes all stored files so old that the next sweep deletes the unused ones. */
export const makeFilesOld = (dataDir: string): void => {
  for (const name of storedFiles(dataDir)) utimesSync(join(dataDir, 'uploads', name), new Date(0), new Date(0));
};

/** Temporary files of uploads, without those of renditions, which are made in the background. */
export const stagedFiles = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'uploads', '.staging'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.webp'))
    .map(({ name }) => name);

/** Entries that other users of this computer can open; always empty on Windows, which has no mode bits. */
export const worldReadableFiles = (folder: string): string[] =>
  process.platform === 'win32'
    ? []
    : readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
      );
