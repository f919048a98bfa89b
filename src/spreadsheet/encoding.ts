import { isUtf8 } from 'node:buffer';
import type { Encoding } from '#shared/import-encodings.ts';
import { multiByteScore, textScore } from './encoding-score.ts';

/** Windows-1252 characters for Latin-1's control characters: Node 20's decoder lacks them. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const decodeWindows1252 = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character);

/** Decodes bytes; invalid ones become U+FFFD. */
export const decode = (bytes: Buffer, encoding: Encoding): string =>
  encoding === 'windows-1252' ? decodeWindows1252(bytes) : new TextDecoder(encoding).decode(bytes);

export const startsWith = (bytes: Buffer, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

const detectByBom = (bytes: Buffer): Encoding | null => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null;
};

/** Counts the characters of UTF-16 that are ASCII. In other text with stray zero bytes, few pairs look like one. */
const countAsciiUnits = (bytes: Buffer, highByte: 0 | 1): number => {
  let count = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const low = bytes[at + 1 - highByte] ?? 0;
    if (bytes[at + highByte] === 0 && (low === 0x0a || (low >= 0x20 && low < 0x7f))) count += 1;
  }
  return count;
};

/** Detects UTF-16 without a byte order mark. */
const detectUtf16 = (start: Buffer): Encoding | null => {
  const lineFeeds = start.filter((byte) => byte === 0x0a).length;
  const [little, big] = [countAsciiUnits(start, 1), countAsciiUnits(start, 0)];
  if (Math.max(little, big) < lineFeeds + 3) return null;
  return little > big ? 'utf-16le' : 'utf-16be';
};

const isControl = (byte: number) => (byte > 0 && byte < 9) || (byte > 13 && byte < 26);

/** Whether text is UTF-8 except for a few damaged bytes: other encodings rarely form UTF-8 sequences. */
const isDamagedUtf8 = (bytes: Buffer): boolean => {
  const text = bytes.toString('utf8');
  const invalid = text.match(/\ufffd/g)?.length ?? 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII.
  const valid = text.match(/[^\x00-\x7f\ufffd]/gu)?.length ?? 0;
  return valid >= invalid;
};

const sampleBytes = 64 * 1024;

/** Lines with bytes beyond ASCII, which tell encodings apart. */
const collectNonAsciiLines = (bytes: Buffer): Buffer => {
  const lines: Buffer[] = [];
  let length = 0;
  for (let start = 0; start < bytes.length && length < sampleBytes; ) {
    const end = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    if (line.some((byte) => byte >= 0x80)) {
      lines.push(line);
      length += line.length;
    }
    start += line.length;
  }
  return Buffer.concat(lines);
};

const singleByte: readonly Encoding[] = ['windows-1252', 'macintosh', 'windows-1250', 'windows-1251', 'koi8-r'];
const multiByte = ['shift_jis', 'gbk', 'big5', 'euc-kr', 'euc-jp'] as const;

const guessEncoding = (bytes: Buffer): Encoding => {
  const sample = collectNonAsciiLines(bytes);
  const scores: { encoding: Encoding; score: number }[] = [
    ...singleByte.map((encoding) => ({ encoding, score: textScore(decode(sample, encoding)) })),
    ...multiByte.map((encoding) => ({ encoding, score: multiByteScore(sample, encoding) })),
  ];
  return scores.reduce((best, candidate) => (candidate.score > best.score ? candidate : best)).encoding;
};

/** Detects the encoding of a text file; null if the file is not text. */
export const detectEncoding = (bytes: Buffer): Encoding | null => {
  const start = bytes.subarray(0, 4096);
  // UTF-16 has at most one zero byte in each pair, UTF-32 more.
  if (start.filter((byte) => byte === 0).length > start.length / 2) return null;
  const byBom = detectByBom(bytes);
  if (byBom) return byBom;
  if (bytes.includes(0)) {
    const utf16 = detectUtf16(start);
    if (utf16 || start.some(isControl)) return utf16;
  }
  if (isUtf8(bytes) || isDamagedUtf8(bytes)) return 'utf-8';
  return guessEncoding(bytes);
};

/** A Ctrl+Z that DOS programs put at the end of a file, not at the end of a last cell. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const endOfFileMark = /(?:(?<=[\r\n])\u001a\s*|\u001a)$/;

/** Decodes a text file, without its marks of start and end. `isDamaged`: some bytes are invalid in the encoding. */
export const toText = (bytes: Buffer, encoding: Encoding): { text: string; isDamaged: boolean } => {
  const isValid = encoding === 'utf-8' && isUtf8(bytes);
  const text = decode(bytes, encoding)
    .replace(/^\ufeff+/, '')
    .replace(endOfFileMark, '');
  return { text, isDamaged: !isValid && text.includes('\ufffd') };
};
