import { withExifPrefix } from './exif.ts';
import { type ByteSource, createPartList, type Part } from './parts.ts';

const marker = { exif: 0xe1, icc: 0xe2, adobe: 0xee, comment: 0xfe, scan: 0xda, end: 0xd9 };
const scanChunk = 64 * 1024;

const hasNoLength = (code: number) => code === 0x01 || (code >= 0xd0 && code <= 0xd7);

const startsWith = (bytes: Buffer, text: string) => bytes.toString('latin1', 0, text.length) === text;

const isTechnical = (code: number, start: Buffer): boolean => {
  if (code === marker.icc) return startsWith(start, 'ICC_PROFILE\0');
  const isApplication = code >= 0xe0 && code <= 0xef;
  return !isApplication ? code !== marker.comment : code === 0xe0 || code === marker.adobe;
};

/** Returns the index of the next marker in entropy-coded data, or -1. */
const findNextMarker = (chunk: Buffer, start: number): number => {
  for (let at = chunk.indexOf(0xff, start); at !== -1; at = chunk.indexOf(0xff, at)) {
    const next = chunk[at + 1];
    if (next === undefined) return -1;
    if (next === 0 || hasNoLength(next)) at += 2;
    else if (next === 0xff) at += 1;
    else return at;
  }
  return -1;
};

/** Finds the end of the image whose first scan starts at `scanAt`; the end of the file if the end marker is missing. */
const findEnd = async (source: ByteSource, scanAt: number): Promise<number> => {
  let at = scanAt;
  while (at < source.size) {
    const chunk = await source.read(at, scanChunk);
    const found = findNextMarker(chunk, 0);
    if (found === -1) {
      // The last byte may be the first half of a marker.
      at += Math.max(chunk.length - 1, 1);
      continue;
    }
    const code = chunk[found + 1];
    if (code === marker.end) return at + found + 2;
    const length = await source.read(at + found + 2, 2);
    if (length.length < 2) return source.size;
    at += found + 2 + length.readUInt16BE();
  }
  return source.size;
};

type Segment = { code: number; start: number; end: number };

const readSegment = async (source: ByteSource, start: number): Promise<Segment | null> => {
  const head = await source.read(start, 4);
  const code = head[1];
  if (head.length < 4 || head[0] !== 0xff || code === undefined || code === marker.end) return null;
  // Markers may be preceded by fill bytes.
  if (code === 0xff) return { code, start, end: start + 1 };
  if (hasNoLength(code)) return { code, start, end: start + 2 };
  const end = start + 2 + head.readUInt16BE(2);
  return end > source.size ? null : { code, start, end };
};

const exifSegment = (tiff: Buffer): Buffer => {
  const data = withExifPrefix(tiff);
  const head = Buffer.from([0xff, marker.exif, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

export const withoutJpegMetadata = async (source: ByteSource): Promise<Part[] | null> => {
  const parts = createPartList();
  parts.keep(0, 2);
  for (let at = 2; ; ) {
    const segment = await readSegment(source, at);
    if (!segment) return null;
    const { code, start, end } = segment;
    at = end;
    if (code === marker.scan) {
      // Data after the image, such as a preview, has its own metadata.
      parts.keep(start, parts.result() ? await findEnd(source, start) : source.size);
      return parts.result();
    }
    const data = await source.read(start + 4, Math.min(end - start - 4, 32));
    if (code === marker.exif && startsWith(data, 'Exif\0')) {
      const exifData = await source.read(start + 4, end - start - 4);
      parts.keepExif(exifData, { start, end, wrap: exifSegment });
    } else if (isTechnical(code, data)) parts.keep(start, end);
    else parts.drop();
  }
};
