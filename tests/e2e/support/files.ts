import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

type Colour = readonly [red: number, green: number, blue: number];

/** A square picture of one colour, as a PNG. */
export const png = ([red, green, blue]: Colour, side = 64): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.from(Array(side).fill([red, green, blue]).flat())]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array(side).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A picture as the API takes a new file: `filename@@dataURL`. */
export const asField = (name: string, bytes: Buffer): string =>
  `${name}@@data:image/png;base64,${bytes.toString('base64')}`;

/** Puts a file into a folder and gives its path. */
export const putFile = async (folder: string, name: string, bytes: Buffer | string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};

/** A file that begins with these bytes and is as long as asked for; the rest takes no room on the disk. */
export const putLongFile = async (
  folder: string,
  name: string,
  start: Buffer,
  size: number,
): Promise<string> => {
  const path = await putFile(folder, name, start);
  const file = await open(path, 'r+');
  await file.truncate(size);
  await file.close();
  return path;
};
