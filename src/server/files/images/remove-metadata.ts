import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { imageQueue, priorities } from './check-image.ts';
import { readExif, withExifPrefix, writeOrientation } from './exif.ts';

/** A part of an image file. Personal ones are left out; of personal `exif` data, the orientation is kept. */
type Block = { bytes: Buffer; isPersonal?: boolean; exif?: Buffer | undefined };

/** How a type of image consists of blocks. Reading throws a `RangeError` if the image is incomplete. */
type Format = {
  read: (image: Buffer) => Generator<Block>;
  /** The block of EXIF data. */
  wrapExif: (tiff: Buffer) => Buffer;
  /** Corrects blocks about the whole file. */
  finish?: (blocks: Buffer[]) => Buffer[];
};

const slice = (image: Buffer, start: number, length: number): Buffer => {
  if (start + length > image.length) throw new RangeError('The image is incomplete');
  return image.subarray(start, start + length);
};

const startsWith = (bytes: Buffer, text: string) => bytes.toString('latin1', 0, text.length) === text;

const unknownBlock = () => new RangeError('The image contains an unknown block');

/** PNG chunks with text of every kind, XMP included, and C2PA provenance data. */
const personalPngChunks = new Set(['tEXt', 'zTXt', 'iTXt', 'caBX']);

const png: Format = {
  *read(image) {
    let at = 8;
    yield { bytes: slice(image, 0, at) };
    for (let type = ''; type !== 'IEND'; ) {
      const data = slice(image, at + 8, image.readUInt32BE(at));
      type = image.toString('latin1', at + 4, at + 8);
      const bytes = slice(image, at, data.length + 12);
      at += bytes.length;
      yield { bytes, isPersonal: personalPngChunks.has(type), exif: type === 'eXIf' ? data : undefined };
    }
  },
  wrapExif: (tiff) => {
    const body = Buffer.concat([Buffer.from('eXIf'), tiff]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(tiff.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  },
};

const jpegMarker = { jfif: 0xe0, exif: 0xe1, icc: 0xe2, adobe: 0xee, comment: 0xfe, scan: 0xda, end: 0xd9 };

const hasNoLength = (code: number) => code === 0x01 || (code >= 0xd0 && code <= 0xd7);

const isTechnicalJpeg = (code: number, data: Buffer): boolean => {
  if (code === jpegMarker.icc) return startsWith(data, 'ICC_PROFILE\0');
  const isApplication = code >= 0xe0 && code <= 0xef;
  return isApplication ? code === jpegMarker.jfif || code === jpegMarker.adobe : code !== jpegMarker.comment;
};

/** Finds the end of the image whose first scan starts at `scanAt`; the end of the file if the end marker is missing. */
const findJpegEnd = (image: Buffer, scanAt: number): number => {
  let at = scanAt;
  while (at !== -1 && at + 3 < image.length) {
    const code = image.readUInt8(at + 1);
    if (code === jpegMarker.end) return at + 2;
    if (code === 0xff) at += 1;
    else if (code === 0 || hasNoLength(code)) at += 2;
    else at += 2 + image.readUInt16BE(at + 2);
    at = image.indexOf(0xff, at);
  }
  return image.length;
};

const jpeg: Format = {
  *read(image) {
    yield { bytes: slice(image, 0, 2) };
    for (let at = 2; ; ) {
      const [start, code] = slice(image, at, 2);
      if (start !== 0xff || code === undefined || code === jpegMarker.end) throw unknownBlock();
      if (code === jpegMarker.scan) {
        // Data after the image, such as a preview, has its own metadata.
        yield { bytes: image.subarray(at, findJpegEnd(image, at)) };
        return;
      }
      // Markers may be preceded by fill bytes.
      const length = code === 0xff ? 1 : hasNoLength(code) ? 2 : 2 + image.readUInt16BE(at + 2);
      const bytes = slice(image, at, length);
      at += length;
      const data = bytes.subarray(4);
      const isExif = code === jpegMarker.exif && startsWith(data, 'Exif\0');
      yield isExif ? { bytes, exif: data } : { bytes, isPersonal: !isTechnicalJpeg(code, data) };
    }
  },
  wrapExif: (tiff) => {
    const data = withExifPrefix(tiff);
    const head = Buffer.from([0xff, jpegMarker.exif, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  },
};

const gifBlock = { extension: 0x21, image: 0x2c, trailer: 0x3b };
const gifLabel = { comment: 0xfe, application: 0xff };
/** Applications whose data is needed to render the image: repetition of an animation and the color profile. */
const technicalApplications = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** Length of the color table in bytes, from a packed field. */
const colorTableLength = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0);

/** Returns the offset after a sequence of data blocks, each with its length in its first byte. */
const skipGifData = (image: Buffer, start: number): number => {
  let at = start;
  for (let length = 1; length > 0; at += 1 + length) length = image.readUInt8(at);
  return at;
};

const gif: Format = {
  *read(image) {
    let at = 13 + colorTableLength(image.readUInt8(10));
    yield { bytes: slice(image, 0, at) };
    for (;;) {
      const [start, type, label] = [at, image.readUInt8(at), image[at + 1]];
      if (type === gifBlock.trailer) {
        yield { bytes: slice(image, at, 1) };
        return;
      }
      if (type === gifBlock.extension) at = skipGifData(image, at + 2);
      else if (type === gifBlock.image) at = skipGifData(image, at + 11 + colorTableLength(image.readUInt8(at + 9)));
      else throw unknownBlock();
      const bytes = slice(image, start, at - start);
      const isTechnical = label !== gifLabel.application || technicalApplications.has(bytes.toString('latin1', 3, 14));
      yield { bytes, isPersonal: type === gifBlock.extension && (label === gifLabel.comment || !isTechnical) };
    }
  },
  wrapExif: () => Buffer.alloc(0),
};

const neededWebpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

const webp: Format = {
  *read(image) {
    yield { bytes: slice(image, 0, 12) };
    const content = slice(image, 0, 8 + image.readUInt32LE(4));
    for (let at = 12; at < content.length; ) {
      const type = content.toString('latin1', at, at + 4);
      const data = slice(content, at + 8, content.readUInt32LE(at + 4));
      // Chunks start at even offsets.
      const bytes = slice(content, at, 8 + data.length + (data.length % 2));
      at += bytes.length;
      yield type === 'EXIF' ? { bytes, exif: data } : { bytes, isPersonal: !neededWebpChunks.has(type) };
    }
  },
  wrapExif: (tiff) => {
    const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
    head.writeUInt32LE(tiff.length, 4);
    return Buffer.concat([head, tiff, Buffer.alloc(tiff.length % 2)]);
  },
  finish: ([first = Buffer.alloc(0), ...chunks]) => {
    const header = Buffer.from(first);
    header.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4);
    // Two bits of the chunk with the features announce EXIF and XMP data.
    const hasExif = chunks.some((chunk) => startsWith(chunk, 'EXIF'));
    const toFeatures = (chunk: Buffer) => {
      const features = Buffer.from(chunk);
      features[8] = features.readUInt8(8) & ~(hasExif ? 0x04 : 0x0c);
      return features;
    };
    return [header, ...chunks.map((chunk) => (startsWith(chunk, 'VP8X') ? toFeatures(chunk) : chunk))];
  },
};

const formats: Record<string, Format> = { gif, jpg: jpeg, png, webp };

/** Returns the bytes to keep of a block: all, none, or EXIF data with the orientation only. */
const keepNeeded = ({ bytes, isPersonal, exif }: Block, { wrapExif }: Format): Buffer | null => {
  if (!exif) return isPersonal ? null : bytes;
  const found = readExif(exif);
  if (!found.isPersonal) return bytes;
  return found.orientation === 1 ? null : wrapExif(writeOrientation(found.orientation));
};

/** Returns the parts of an image without personal metadata; null if there is nothing to remove, or it is incomplete. */
const findNeeded = (image: Buffer, extension: string): Buffer[] | null => {
  const format = formats[extension];
  if (!format) return null;
  try {
    const blocks = [...format.read(image)];
    const needed = blocks.map((block) => keepNeeded(block, format));
    if (needed.every((bytes, index) => bytes === blocks[index]?.bytes)) return null;
    const kept = needed.filter((bytes) => bytes !== null);
    return format.finish?.(kept) ?? kept;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};

type ImageCopy = { path: string; to: string; extension: string };

/**
 * Copies an image without its location, camera details, names and other metadata. Pixels, color profile and
 * orientation are unchanged. Returns null and writes no file if there is nothing to remove.
 */
export const removeMetadata = async ({
  path,
  to,
  extension,
}: ImageCopy): Promise<{ digest: string; size: number } | null> => {
  if (!(extension in formats)) return null;
  const clean = async () => {
    const needed = findNeeded(await readFile(path), extension);
    if (!needed) return null;
    await writeFile(to, needed, { flag: 'wx', flush: true });
    const hash = createHash('sha256');
    for (const bytes of needed) hash.update(bytes);
    return { digest: hash.digest('hex').slice(0, 32), size: needed.reduce((sum, { length }) => sum + length, 0) };
  };
  // One at a time, because the image is in memory.
  return imageQueue.add(clean, { priority: priorities.check });
};

/** Removes the same metadata from an image in memory; null if there is nothing to remove. */
export const removeMetadataFrom = async (bytes: Buffer, extension: string): Promise<Buffer | null> => {
  const needed = findNeeded(bytes, extension);
  return needed && Buffer.concat(needed);
};
