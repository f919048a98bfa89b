/** `positions` are the indexes of the matched characters. */
export type FuzzyMatch = { score: number; positions: readonly number[] };

const runScore = 4;
const wordStartScore = 3;
const otherScore = -2;

/** The query may leave out this many letters at a small part of the price of a jump within the text. */
const maxSmallGap = 2;
const smallGapPrice = 0.5;

/** Lowercase without accents; each character keeps its index. */
const normalize = (text: string): string[] =>
  Array.from({ length: text.length }, (_, index) => {
    const character = text.charAt(index);
    return character.normalize('NFD').charAt(0).toLowerCase() || character;
  });

const isLetterOrDigit = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

type Path = FuzzyMatch & { jumps: number };

const isBetter = (path: Path, than: Path | undefined): boolean => than === undefined || path.score > than.score;

/**
 * Matches a text that contains the letters of the query in order, regardless of case, accents and spaces. Beginnings
 * of words and runs of letters score higher. A query with too many letters from the middle of words doesn't match,
 * because almost every long text contains a few given letters somewhere.
 */
export const fuzzyMatch = (text: string, query: string): FuzzyMatch | null => {
  const characters = normalize(text);
  const letters = normalize(query).filter((letter) => letter.trim() !== '');
  const maxJumps = Math.max(1, Math.floor(letters.length / 3));
  // The best way to match the letters so far, by the index of the last matched character.
  let paths = new Map<number, Path>();
  for (const [letterIndex, letter] of letters.entries()) {
    const next = new Map<number, Path>();
    for (const [index, character] of characters.entries()) {
      if (character !== letter) continue;
      const isWordStart = !isLetterOrDigit(characters[index - 1]);
      const extend = (path: Path, isRun: boolean) => {
        const gained = isRun ? runScore : isWordStart ? wordStartScore : otherScore;
        const gap = index - 1 - (path.positions.at(-1) ?? Number.NEGATIVE_INFINITY);
        const price = gap <= maxSmallGap ? smallGapPrice : 1;
        const jumps = path.jumps + (isRun || isWordStart ? 0 : price);
        const extended = { score: path.score + gained, positions: [...path.positions, index], jumps };
        if (jumps <= maxJumps && isBetter(extended, next.get(index))) next.set(index, extended);
      };
      if (letterIndex === 0) extend({ score: index === 0 ? 1 : 0, positions: [], jumps: 0 }, false);
      for (const [last, path] of paths) if (last < index) extend(path, last === index - 1);
    }
    if (next.size === 0) return null;
    paths = next;
  }
  const [best] = [...paths.values()].toSorted((a, b) => b.score - a.score);
  // Of equal matches, the shorter text is the closer one.
  return best ? { score: best.score - text.length / 100, positions: best.positions } : null;
};
