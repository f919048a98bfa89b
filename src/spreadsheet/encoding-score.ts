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
export const textScore = (text: string): number => {
  let score = 0;
  for (const [word] of text.matchAll(/\p{L}+/gu)) score += wordScore(word);
  // Symbols inside words and unusual symbols suggest the wrong encoding.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII.
  for (const { 0: sign, index } of text.matchAll(/[^\x00-\x7f\p{L}]/gu)) {
    const isInWord = /\p{L}/u.test(text[index - 1] ?? '') && /\p{L}/u.test(text[index + 1] ?? '');
    const isApostrophe = sign === '’';
    if (sign === '\ufffd' || (sign >= '\x80' && sign < '\xa0')) score -= 10;
    else if (isInWord && !isApostrophe) score -= 2;
    else score += usualSigns.test(sign) ? 0.5 : -1;
  }
  return score;
};

type Ranges = readonly (readonly [number, number])[];

/** First bytes of common characters, possible second bytes, and single-byte characters. */
const layouts: Record<string, { common: Ranges; trail: Ranges; single?: Ranges }> = {
  shift_jis: {
    common: [
      [0x81, 0x83],
      [0x88, 0x97],
    ],
    trail: [
      [0x40, 0x7e],
      [0x80, 0xfc],
    ],
    single: [[0xa1, 0xdf]],
  },
  gbk: {
    common: [
      [0xa1, 0xa3],
      [0xb0, 0xd7],
    ],
    trail: [
      [0x40, 0x7e],
      [0x80, 0xfe],
    ],
  },
  big5: {
    common: [[0xa1, 0xc6]],
    trail: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  },
  'euc-kr': { common: [[0xb0, 0xc8]], trail: [[0xa1, 0xfe]] },
  'euc-jp': {
    common: [
      [0xa4, 0xa5],
      [0xb0, 0xcf],
    ],
    trail: [[0xa1, 0xfe]],
  },
};

const isIn = (ranges: Ranges, byte: number) => ranges.some(([from, to]) => byte >= from && byte <= to);
const isAsciiLetter = (byte: number | undefined) =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));

/** Scores how much bytes look like text in a two-byte encoding, on the scale of `textScore`. */
export const multiByteScore = (
  bytes: Buffer,
  encoding: 'shift_jis' | 'gbk' | 'big5' | 'euc-kr' | 'euc-jp',
): number => {
  const layout = layouts[encoding];
  if (!layout) return Number.NEGATIVE_INFINITY;
  let score = 0;
  const leads = new Set<number>();
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    if (layout.single && isIn(layout.single, lead)) {
      // Half-width katakana come in sequences.
      const next = bytes[at + 1] ?? 0;
      const before = bytes[at - 1] ?? 0;
      score += isIn(layout.single, next) || isIn(layout.single, before) ? 0.3 : -2;
      continue;
    }
    const trail = bytes[at + 1] ?? 0;
    if (!isIn(layout.trail, trail)) {
      score -= 10;
      continue;
    }
    leads.add(lead);
    // A single character amid ASCII letters is an accented letter of another encoding.
    const isAmidAscii =
      isAsciiLetter(trail) && (isAsciiLetter(bytes[at - 1]) || isAsciiLetter(bytes[at + 2]));
    score += isAmidAscii ? -4 : isIn(layout.common, lead) ? 2 : -1;
    at += 1;
  }
  // Korean syllables use the first part of the range of common Chinese characters.
  if (encoding === 'euc-kr') {
    score += leads.size >= 5 && [...leads].every((lead) => isIn(layout.common, lead)) ? 0.5 : -5;
  }
  // Japanese without any kana is rare; Chinese with kana even more so.
  if (encoding === 'euc-jp') score += leads.has(0xa4) || leads.has(0xa5) ? 2 : -2;
  return score;
};
