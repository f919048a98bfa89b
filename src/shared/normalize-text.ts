/** Whether a text is ASCII words with single spaces, as most names are: nothing but its case has to be normalized. */
export const isPlainText = (text: string): boolean => /^[!-~]+(?: [!-~]+)*$/.test(text);

/**
 * Characters without a glyph or a width: control characters, soft hyphens, direction marks, zero-width spaces and byte
 * order marks. Joiners are not among them.
 */
const invisible =
  /(?![\s\u0085])\p{Cc}|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/;
const joiners = /[\u200c\u200d]/g;
const repeatedJoiners = /([\u200c\u200d])[\u200c\u200d]+/g;

/** A letter or a mark of a script in which joiners change the shape, such as Persian and Devanagari. */
const joinedLetter =
  '(?![\\p{scx=Latin}\\p{scx=Greek}\\p{scx=Cyrillic}\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}])[\\p{L}\\p{M}]';
const beforeEmoji = '[\\p{Extended_Pictographic}\\p{EMod}\\ufe0f]';

/** Joiners that show nothing: outside words of such scripts and outside emoji such as 👩‍🔬. */
const uselessJoiners = new RegExp(
  [
    `(?<!${joinedLetter})\\u200c`,
    `\\u200c(?!${joinedLetter})`,
    `(?<!${joinedLetter}|${beforeEmoji})\\u200d(?!${joinedLetter})`,
    `(?<!${joinedLetter})\\u200d(?!${joinedLetter}|\\p{Extended_Pictographic})`,
  ].join('|'),
  'gu',
);

/** Removes all invisible characters, for comparison and search. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '').replace(joiners, '');

/**
 * Normalizes a name, SKU, number or other text of one line: composes accented letters (NFC), removes invisible
 * characters, and turns line breaks and spaces of any kind into plain spaces.
 */
export const normalizeLine = (text: string): string => {
  if (isPlainText(text)) return text;
  const visible = text.replace(invisible, '');
  // Looking around every character takes many times as long, and most texts have no joiner.
  const joined =
    visible.search(joiners) < 0 ? visible : visible.replace(repeatedJoiners, '$1').replace(uselessJoiners, '');
  const lines = joined.normalize('NFC').split(lineBreak);
  return lines
    .map((line) => line.replace(/\s/g, ' ').trim())
    .filter(Boolean)
    .join(' ');
};

/** Normalizes a name for comparison, which ignores case and repeated spaces. */
export const nameKey = (name: unknown): string =>
  normalizeLine(String(name ?? ''))
    .toLowerCase()
    .replace(/ +/g, ' ');
