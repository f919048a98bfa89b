import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { inRoot } from '../../../scripts/lib/paths.ts';

export const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

type Colour = readonly [red: number, green: number, blue: number];

export const png = ([red, green, blue]: Colour, side = 64): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.from(Array(side).fill([red, green, blue]).flat())]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array(side).fill(row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

export const pdf = (lines: readonly string[]): Buffer => {
  const pages = lines.map((line, index) => {
    const text = `BT /F1 24 Tf 40 200 Td (${line}) Tj ET`;
    return [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents ${5 + index * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
      `<</Length ${text.length}>>stream\n${text}\nendstream`,
    ];
  });
  const kids = lines.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${lines.length}/Kids[${kids}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flat(),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(`${body}${table}trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`, 'latin1');
};

export const videoPath = inRoot('resources/sample/files/writing.mp4');

/** A new file in the API's format `filename@@dataURL`. The server detects the type from the content. */
export const asField = (name: string, bytes: Buffer): string => `${name}@@data:;base64,${bytes.toString('base64')}`;

export const putFile = async (folder: string, name: string, bytes: Buffer | string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};

/** Creates a sparse file. */
export const putLongFile = async (folder: string, name: string, start: Buffer, size: number): Promise<string> => {
  const path = await putFile(folder, name, start);
  const file = await open(path, 'r+');
  await file.truncate(size);
  await file.close();
  return path;
};

/** The bytes of all files in a folder, as text. */
export const readFiles = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')))).join('\n');
};
