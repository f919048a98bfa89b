import { type ByteSource, createPartList, type Part } from './parts.ts';

const headerLength = 12;
const pixelChunks = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Bits in the first byte of `VP8X` that announce other chunks. */
const flags = { exif: 0x08, xmp: 0x04 };
const maxExif = 1024 * 1024;

type Chunk = { type: string; start: number; length: number; end: number };

const readChunk = async (source: ByteSource, start: number): Promise<Chunk | null> => {
  const head = await source.read(start, 8);
  if (head.length < 8) return null;
  const length = head.readUInt32LE(4);
  // Chunks start at even offsets.
  return { type: head.toString('latin1', 0, 4), start, length, end: start + 8 + length + (length % 2) };
};

const exifChunk = (tiff: Buffer): Buffer => {
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(tiff.length, 4);
  return Buffer.concat([head, tiff, Buffer.alloc(tiff.length % 2)]);
};

const getTotalLength = (parts: readonly Part[]) =>
  parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part.end - part.start), 0);

export const withoutWebpMetadata = async (source: ByteSource): Promise<Part[] | null> => {
  const header = await source.read(0, headerLength);
  const end = 8 + header.readUInt32LE(4);
  if (end > source.size) return null;
  const parts = createPartList();
  let features: Buffer | undefined;
  for (let at = headerLength; at < end; ) {
    const chunk = await readChunk(source, at);
    if (!chunk || chunk.end > source.size) return null;
    at = chunk.end;
    if (chunk.type === 'VP8X') {
      features = await source.read(chunk.start, chunk.end - chunk.start);
      parts.insert(features);
    } else if (chunk.type === 'EXIF') {
      const data = await source.read(chunk.start + 8, Math.min(chunk.length, maxExif));
      const hasExif = parts.keepExif(data, { ...chunk, wrap: exifChunk });
      if (!hasExif && features) features[8] = (features[8] ?? 0) & ~flags.exif;
    } else if (pixelChunks.has(chunk.type)) parts.keep(chunk.start, chunk.end);
    else {
      parts.drop();
      if (chunk.type === 'XMP ' && features) features[8] = (features[8] ?? 0) & ~flags.xmp;
    }
  }
  const remainingParts = parts.result();
  if (!remainingParts) return null;
  header.writeUInt32LE(4 + getTotalLength(remainingParts), 4);
  return [header, ...remainingParts];
};
