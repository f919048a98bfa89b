/** As many as one statement takes well: databases limit the values that come with one. */
const portion = 500;

/** A list in portions that one statement each can hold. */
export function* inPortions<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += portion) yield items.slice(at, at + portion);
}
