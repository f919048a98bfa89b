import type { Icon } from '../../resource-kit/declared-screens.ts';
import type { ShortcutName } from '../../ui/shortcuts.ts';

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
  /** Stored file name or address of a picture of the record. */
  image?: string | undefined;
  /** Shown at the end: the price of a product. */
  value?: string | undefined;
  /** Address of the record’s form, if the item opens its details. */
  editTo?: string | undefined;
  historyTo?: string | undefined;
  /** Search results beyond those shown are not worth remembering. */
  isForgotten?: boolean;
  /** Found by the beginning of its label only: the name of a record must not lead to an action on it. */
  isFoundByStart?: boolean;
};

export type PaletteGroup = { label: string; items: readonly PaletteItem[] };

/** The words of a text, in lower case and without accents. */
const listWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** 0 if the label begins with the query, 1 if its words begin with those of the query, 2 with the item's other names. */
const rankItem = ({ label, keywords = [], isFoundByStart }: PaletteItem, query: string): number | undefined => {
  const wanted = listWords(query);
  const hasAll = (words: readonly string[]) => wanted.every((word) => words.some((each) => each.startsWith(word)));
  const words = listWords(label);
  if (words.join(' ').startsWith(wanted.join(' '))) return 0;
  if (isFoundByStart) return undefined;
  if (hasAll(words)) return 1;
  return hasAll([...words, ...keywords.flatMap(listWords)]) ? 2 : undefined;
};

const rankGroup = ({ label, items }: PaletteGroup, query: string) => {
  const matches = items
    .flatMap((item) => {
      const rank = rankItem(item, query);
      return rank === undefined ? [] : [{ item, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank || a.item.label.length - b.item.label.length);
  return { label, items: matches.map(({ item }) => item), rank: matches[0]?.rank ?? 0 };
};

/** Items that match the query, the best ones and their groups first. */
export const filterGroups = (groups: readonly PaletteGroup[], query: string): PaletteGroup[] => {
  const filled = ({ items }: PaletteGroup) => items.length > 0;
  if (query === '') return groups.filter(filled);
  return groups
    .map((group) => rankGroup(group, query))
    .filter(filled)
    .toSorted((a, b) => a.rank - b.rank);
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
