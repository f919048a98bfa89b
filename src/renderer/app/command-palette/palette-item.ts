import type { Icon } from '../../resource-kit/resource-icons.ts';
import type { ShortcutName } from '../../ui/shortcuts.ts';
import { type FuzzyMatch, fuzzyMatch } from './fuzzy-match.ts';

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
