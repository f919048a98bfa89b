import { isUtf8 } from 'node:buffer';
import type { Encoding } from '#shared/import-columns.ts';

type MultiByte = 'shift_jis' | 'gbk' | 'big5' | 'euc-kr' | 'euc-jp';

const isLower = (letter: string) => letter === letter.toLowerCase() && letter !== letter.toUpperCase();
const isUpper = (letter: string) => letter === letter.toUpperCase() && letter !== letter.toLowerCase();

/** Symbols that are common in product data: quotes, dashes, currencies, degrees, fractions. */
const usualSigns = /[–—‘’“”„«»…•€£¥§©®™°²³½¼¾×·№±µ\u00a0]/;

const wordScore = (word: string): number => {
  const foreign = [...word].filter((letter) => letter > '\x7f').length;
  if (foreign === 0) return 0;
  // A single letter is as likely a symbol of another encoding.
  if ([...word].length === 1) return 0.25;
  const isLatin = /\p{Script=Latin}/u.test(word);
  const isOther = /[^\p{Script=Latin}]/u.test(word);
  // A word is in one script, and Latin words are mostly ASCII.
  if (isLatin && isOther) return -3 * foreign;
  if (isLatin && word.length > 2 && foreign > word.length / 2) return -foreign;
  const letters = [...word];
  const breaks = letters.filter((letter, at) => isUpper(letter) && isLower(letters[at - 1] ?? '')).length;
  return foreign - 3 * breaks;
};

/** Scores how much a decoded text looks like real words; higher is better. */
const textScore = (text: string): number => {
  let score = 0;
  for (const [word] of text.matchAll(/\p{L}+/gu)) score += wordScore(word);
  // Symbols inside words and unusual symbols suggest the wrong encoding.
  for (const { 0: sign, index } of text.matchAll(/[^\p{ASCII}\p{L}]/gu)) {
    const isInWord = /\p{L}/u.test(text[index - 1] ?? '') && /\p{L}/u.test(text[index + 1] ?? '');
    const isApostrophe = sign === '’';
    if (sign === '\ufffd' || (sign >= '\x80' && sign < '\xa0')) score -= 10;
    else if (isInWord && !isApostrophe) score -= 2;
    else score += usualSigns.test(sign) ? 0.5 : -1;
  }
  return score;
};

/** First bytes of common characters, possible second bytes, and single-byte characters. */
const layouts: Record<MultiByte, { common: RegExp; trail: RegExp; single?: RegExp }> = {
  shift_jis: { common: /[\x81-\x83\x88-\x97]/, trail: /[\x40-\x7e\x80-\xfc]/, single: /[\xa1-\xdf]/ },
  gbk: { common: /[\xa1-\xa3\xb0-\xd7]/, trail: /[\x40-\x7e\x80-\xfe]/ },
  big5: { common: /[\xa1-\xc6]/, trail: /[\x40-\x7e\xa1-\xfe]/ },
  'euc-kr': { common: /[\xb0-\xc8]/, trail: /[\xa1-\xfe]/ },
  'euc-jp': { common: /[\xa4\xa5\xb0-\xcf]/, trail: /[\xa1-\xfe]/ },
};

/** Scores how much bytes look like text in a two-byte encoding, on the scale of `textScore`. */
const multiByteScore = (bytes: Buffer, encoding: MultiByte): number => {
  const { common, trail, single } = layouts[encoding];
  const text = bytes.toString('latin1');
  let score = 0;
  const leads = new Set<string>();
  for (let at = 0; at < text.length; at += 1) {
    const [before = '', lead = '', next = ''] = [text[at - 1], text[at], text[at + 1]];
    if (lead < '\x80') continue;
    if (single?.test(lead)) {
      // Half-width katakana come in sequences.
      score += single.test(next) || single.test(before) ? 0.3 : -2;
      continue;
    }
    if (!trail.test(next)) {
      score -= 10;
      continue;
    }
    leads.add(lead);
    // A single character amid ASCII letters is an accented letter of another encoding.
    const isAmidAscii = /[a-z]/i.test(next) && /[a-z]/i.test(before + (text[at + 2] ?? ''));
    score += isAmidAscii ? -4 : common.test(lead) ? 2 : -1;
    at += 1;
  }
  // Korean syllables use the first part of the range of common Chinese characters.
  if (encoding === 'euc-kr') score += leads.size >= 5 && [...leads].every((lead) => common.test(lead)) ? 0.5 : -5;
  // Japanese without any kana is rare; Chinese with kana even more so.
  if (encoding === 'euc-jp') score += leads.has('\xa4') || leads.has('\xa5') ? 2 : -2;
  return score;
};

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
  const valid = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
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
