/** As many rows or values as one statement takes at a time: well below what either database allows. */
export const chunkSize = 500;

/** A list in pieces that fit a statement each. */
export function* chunksOf<Item>(items: readonly Item[], size = chunkSize): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
