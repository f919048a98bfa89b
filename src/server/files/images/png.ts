import { crc32 } from 'node:zlib';
import { type ByteSource, createPartList, type Part } from './parts.ts';

const signatureLength = 8;
/** A chunk's length and type before its data, and the checksum after it. */
const frameLength = 12;
/** Text of every kind, XMP included, and C2PA provenance data. */
const personalChunks = new Set(['tEXt', 'zTXt', 'iTXt', 'caBX']);
/** Real EXIF data is shorter. */
const maxExif = 1024 * 1024;

const exifChunk = (tiff: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from('eXIf'), tiff]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(tiff.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

export const withoutPngMetadata = async (source: ByteSource): Promise<Part[] | null> => {
  const parts = createPartList();
  parts.keep(0, signatureLength);
  for (let at = signatureLength; ; ) {
    const head = await source.read(at, 8);
    if (head.length < 8) return null;
    const [start, length, type] = [at, head.readUInt32BE(0), head.toString('latin1', 4)];
    at += frameLength + length;
    if (at > source.size) return null;
    if (type === 'IEND') {
      parts.keep(start, parts.result() ? at : source.size);
      return parts.result();
    }
    if (type === 'eXIf') {
      const data = await source.read(start + 8, Math.min(length, maxExif));
      parts.keepExif(data, { start, end: at, wrap: exifChunk });
    } else if (personalChunks.has(type)) parts.drop();
    else parts.keep(start, at);
  }
};
