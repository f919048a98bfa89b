import { isUtf8 } from 'node:buffer';
import { type Entry, fromBufferPromise } from 'yauzl';
import { detectEncoding, startsWith, toText } from './encoding.ts';
import { SpreadsheetError } from './errors.ts';
import type { FileLimits } from './limits.ts';

/** Converts XML to UTF-8, in which it often is although its declaration says otherwise. */
const xmlToUtf8 = (bytes: Buffer): { content: Buffer; isDamaged: boolean } => {
  const isUtf16 = bytes.includes(0) || (bytes[0] ?? 0) >= 0xfe;
  const isLatin = /^<\?xml[^>]*\sencoding=["'](?:iso-8859-1|windows-1252)["']/i.test(bytes.toString('latin1', 0, 200));
  const singleByte = isLatin && !isUtf8(bytes) ? 'windows-1252' : 'utf-8';
  const encoding = (isUtf16 && detectEncoding(bytes)) || singleByte;
  if (encoding === 'utf-8' && isUtf8(bytes) && !startsWith(bytes, 0xef)) return { content: bytes, isDamaged: false };
  const { text, isDamaged } = toText(bytes, encoding);
  return { content: Buffer.from(text), isDamaged };
};

/** `isDamaged`: some bytes are invalid in the encoding. */
export type ArchiveEntry = { name: string; content: Buffer; isDamaged?: boolean };

/** Smaller parts are not checked for their compression ratio. */
const minSuspiciousBytes = 10 * 1024 * 1024;

const unreadFolders =
  /(?:^|\/)(?:docProps|customXml|media|drawings|charts|theme|externalLinks|embeddings|pivot\w*|Pictures|Thumbnails|Configurations2|Object [^/]*)\//;

/** Only sheet names, formats and cells are needed. Links, images and macros stay packed. */
const isNeeded = (name: string) => /\.(?:xml|rels)$|(?:^|\/)mimetype$/.test(name) && !unreadFolders.test(name);

export const unpackedTooLargeError = (fileName: string) =>
  new SpreadsheetError('tooLarge', `${fileName} is too large when unpacked. Split it into smaller files.`);

const assertNotZipBomb = (entries: Entry[], { limits, fileName }: FileLimits) => {
  let unpacked = 0;
  for (const { uncompressedSize, compressedSize } of entries) {
    unpacked += uncompressedSize;
    const isSuspicious =
      uncompressedSize > minSuspiciousBytes && uncompressedSize > compressedSize * limits.maxCompressionRatio;
    if (unpacked > limits.unpackedBytes || isSuspicious) throw unpackedTooLargeError(fileName);
  }
};

/**
 * Unpacks the needed parts of a workbook. The sizes that the archive claims are checked first, and yauzl stops at a
 * part that turns out larger than it claims.
 */
export const unpackWorkbook = async (bytes: Buffer, { limits, fileName }: FileLimits): Promise<ArchiveEntry[]> => {
  const archive = await fromBufferPromise(bytes);
  if (archive.entryCount > limits.parts) throw unpackedTooLargeError(fileName);
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  assertNotZipBomb(entries, { limits, fileName });

  const parts: ArchiveEntry[] = [];
  for (const entry of entries.filter(({ fileName: name }) => isNeeded(name))) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    parts.push({ name: entry.fileName, ...xmlToUtf8(Buffer.concat(chunks)) });
  }
  return parts;
};
