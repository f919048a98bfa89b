import type { Icon } from '../../resource-kit/declared-screens.ts';
import type { ShortcutName } from '../../ui/shortcuts.ts';

/** `positions` are the indexes of the matched characters. */
type FuzzyMatch = { score: number; positions: readonly number[] };

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

/** Opens a page, or runs an action once the palette has closed. */
type Choice = { to: string; state?: unknown; run?: undefined } | { run: () => void; to?: undefined };

export type PaletteItem = Choice & {
  /** Identifies the item among the recent ones. */
  id: string;
  label: string;
  detail?: string;
  icon: Icon;
  /** Other names by which the item is found. */
  keywords?: readonly string[];
  shortcut?: ShortcutName;
  /** Indexes of the characters of the label that match the query. */
  positions?: readonly number[];
  /** Search results beyond those shown are not worth remembering. */
  isForgotten?: boolean;
};

export type PaletteGroup = { label: string; items: readonly PaletteItem[] };

/** A name that isn't shown counts less than the label. */
const keywordPenalty = 3;

const matchItem = ({ label, keywords = [] }: PaletteItem, query: string): FuzzyMatch | undefined => {
  const byLabel = fuzzyMatch(label, query);
  const byKeyword = keywords.flatMap((keyword) => {
    const match = fuzzyMatch(keyword, query);
    return match ? [{ score: match.score - keywordPenalty, positions: [] }] : [];
  });
  return [...(byLabel ? [byLabel] : []), ...byKeyword].toSorted((a, b) => b.score - a.score)[0];
};

const rankGroup = ({ label, items }: PaletteGroup, query: string) => {
  const matches = items
    .flatMap((item) => {
      const match = matchItem(item, query);
      return match ? [{ ...match, item: { ...item, positions: match.positions } }] : [];
    })
    .toSorted((a, b) => b.score - a.score);
  return { label, items: matches.map(({ item }) => item), score: matches[0]?.score ?? 0 };
};

/** Items that match the query, the best ones and their groups first. */
export const filterGroups = (groups: readonly PaletteGroup[], query: string): PaletteGroup[] => {
  const filled = ({ items }: PaletteGroup) => items.length > 0;
  if (query === '') return groups.filter(filled);
  return groups
    .map((group) => rankGroup(group, query))
    .filter(filled)
    .toSorted((a, b) => b.score - a.score);
};

/** Leaves out items that an earlier group has already. */
export const removeRepeated = (groups: readonly PaletteGroup[]): PaletteGroup[] => {
  const seen = new Set<string>();
  return groups.map(({ label, items }) => ({
    label,
    items: items.filter(({ id }) => {
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew;
    }),
  }));
};

/** 0 for a title that begins with the query, 1 for one that contains it, 2 for a match in another field. */
const rankTitle = (title: string, query: string): number => {
  const position = title.toLowerCase().indexOf(query.toLowerCase());
  if (position === -1) return 2;
  return position === 0 ? 0 : 1;
};

/** Sorts matches in titles to the top; the others keep their order. */
export const sortByTitleMatch = <Item>(
  items: readonly Item[],
  { query, getTitle }: { query: string; getTitle: (item: Item) => string },
): Item[] => items.toSorted((a, b) => rankTitle(getTitle(a), query) - rankTitle(getTitle(b), query));

/** More than are shown, because some belong to a page that isn't open. */
const maxStoredIds = 20;

export const addRecentId = (ids: readonly string[], id: string): string[] =>
  [id, ...ids.filter((other) => other !== id)].slice(0, maxStoredIds);

/** Ids of resources and records have no spaces. */
export const getRecordItemId = (resourceName: string, recordId: string): string => `record ${resourceName} ${recordId}`;

export const parseRecordItemId = (id: string): { resourceName: string; recordId: string } | null => {
  const [kind, resourceName, recordId] = id.split(' ');
  return kind === 'record' && resourceName && recordId ? { resourceName, recordId } : null;
};
