/** Databases limit the number of values in a statement. */
const maxChunkSize = 500;

/** Splits a list into chunks that fit into one statement each. */
export function* inChunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += maxChunkSize) yield items.slice(at, at + maxChunkSize);
}
