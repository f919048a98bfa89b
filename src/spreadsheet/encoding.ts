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

const startsWith = (bytes: Buffer, ...bom: number[]) => bom.every((byte, index) => bytes[index] === byte);

const detectByBom = (bytes: Buffer): Encoding | null => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null;
};

/** Without a byte order mark, the zero bytes of ASCII letters are all at even or all at odd positions. */
const detectUtf16 = (bytes: Buffer): Encoding | null => {
  const start = bytes.subarray(0, 256);
  const zeros = (parity: number) => start.filter((byte, index) => index % 2 === parity && byte === 0).length;
  if (bytes.length % 2 !== 0) return null;
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > 0 && even === 0) return 'utf-16le';
  return even > 0 && odd === 0 ? 'utf-16be' : null;
};

/** Whether text is UTF-8 except for a few damaged bytes: other encodings rarely form UTF-8 sequences. */
const isDamagedUtf8 = (bytes: Buffer): boolean => {
  const text = bytes.toString('utf8');
  const invalid = text.match(/\ufffd/g)?.length ?? 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII.
  const valid = text.match(/[^\x00-\x7f\ufffd]/gu)?.length ?? 0;
  return valid >= 3 * invalid;
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

const singleByte: readonly Encoding[] = [
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'koi8-r',
];
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
  const byBom = detectByBom(bytes);
  if (byBom) return byBom;
  if (bytes.includes(0)) return detectUtf16(bytes);
  if (isUtf8(bytes) || isDamagedUtf8(bytes)) return 'utf-8';
  return guessEncoding(bytes);
};

/** Converts text to UTF-8 without a byte order mark. `isDamaged`: some bytes are invalid in the encoding. */
export const toUtf8 = (bytes: Buffer, encoding: Encoding): { text: Buffer; isDamaged: boolean } => {
  if (encoding === 'utf-8' && isUtf8(bytes)) {
    return { text: detectByBom(bytes) === 'utf-8' ? bytes.subarray(3) : bytes, isDamaged: false };
  }
  const text = decode(bytes, encoding).replace(/^\ufeff/, '');
  return { text: Buffer.from(text), isDamaged: text.includes('\ufffd') };
};
