import type { Icon } from '../../resource-kit/declared-screens.ts';
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
