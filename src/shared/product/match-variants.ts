export type MatchableVariant = { _id?: string | null | undefined; name: string; valueIds: readonly string[] };

/** A key for attribute values, independent of their order; empty if there are none. */
export const combinationKey = (valueIds: readonly string[]): string =>
  valueIds.length < 2 ? (valueIds[0] ?? '') : valueIds.toSorted().join(' ');

type MatchOptions<Before> = { before: readonly Before[]; input: readonly MatchableVariant[] };

/**
 * Finds the earlier variant of each sent one: by id, then by attribute values, so that renaming or reordering an
 * attribute loses nothing, then by name. Each earlier variant matches at most once.
 */
export const matchVariants = <Before extends MatchableVariant>({
  before,
  input,
}: MatchOptions<Before>): (Before | undefined)[] => {
  const matches: (Before | undefined)[] = input.map(() => undefined);
  const unmatched = new Set(before);
  const matchBy = (getKey: (variant: MatchableVariant) => string) => {
    if (unmatched.size === 0) return;
    const byKey = new Map<string, Before>();
    for (const variant of unmatched) {
      const key = getKey(variant);
      if (key && !byKey.has(key)) byKey.set(key, variant);
    }
    for (const [index, variant] of input.entries()) {
      if (matches[index]) continue;
      const match = byKey.get(getKey(variant));
      if (!match || !unmatched.has(match)) continue;
      matches[index] = match;
      unmatched.delete(match);
    }
  };
  matchBy(({ _id }) => _id ?? '');
  matchBy(({ valueIds }) => combinationKey(valueIds));
  matchBy(({ name }) => name);
  return matches;
};
