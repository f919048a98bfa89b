export type MatchableVariant = { _id?: string | null | undefined; name: string; valueIds: readonly string[] };

/** A key for attribute values, independent of their order; empty if there are none. */
export const combinationKey = (valueIds: readonly string[]): string =>
  valueIds.length < 2 ? (valueIds[0] ?? '') : valueIds.toSorted().join(' ');

type MatchOptions<Before> = { before: readonly Before[]; sent: readonly MatchableVariant[] };

/**
 * Finds the earlier variant of each sent one: by id, then by attribute values, so that renaming or reordering an
 * attribute loses nothing, then by name. Each earlier variant matches at most once.
 */
export const matchVariants = <Before extends MatchableVariant>({
  before,
  sent,
}: MatchOptions<Before>): (Before | undefined)[] => {
  const found: (Before | undefined)[] = sent.map(() => undefined);
  const left = new Set(before);
  const matchBy = (keyOf: (variant: MatchableVariant) => string) => {
    if (left.size === 0) return;
    const byKey = new Map<string, Before>();
    for (const variant of left) {
      const key = keyOf(variant);
      if (key && !byKey.has(key)) byKey.set(key, variant);
    }
    for (const [index, variant] of sent.entries()) {
      if (found[index]) continue;
      const match = byKey.get(keyOf(variant));
      if (!match || !left.has(match)) continue;
      found[index] = match;
      left.delete(match);
    }
  };
  matchBy(({ _id }) => _id ?? '');
  matchBy(({ valueIds }) => combinationKey(valueIds));
  matchBy(({ name }) => name);
  return found;
};
