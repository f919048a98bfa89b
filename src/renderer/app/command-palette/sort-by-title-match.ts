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
