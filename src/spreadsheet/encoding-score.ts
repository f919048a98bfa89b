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

/** First bytes of common characters, possible second bytes, and single-byte characters. */
const layouts: Record<MultiByte, { common: RegExp; trail: RegExp; single?: RegExp }> = {
  shift_jis: { common: /[\x81-\x83\x88-\x97]/, trail: /[\x40-\x7e\x80-\xfc]/, single: /[\xa1-\xdf]/ },
  gbk: { common: /[\xa1-\xa3\xb0-\xd7]/, trail: /[\x40-\x7e\x80-\xfe]/ },
  big5: { common: /[\xa1-\xc6]/, trail: /[\x40-\x7e\xa1-\xfe]/ },
  'euc-kr': { common: /[\xb0-\xc8]/, trail: /[\xa1-\xfe]/ },
  'euc-jp': { common: /[\xa4\xa5\xb0-\xcf]/, trail: /[\xa1-\xfe]/ },
};

/** Scores how much bytes look like text in a two-byte encoding, on the scale of `textScore`. */
export const multiByteScore = (bytes: Buffer, encoding: MultiByte): number => {
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
