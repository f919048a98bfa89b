const maxChunkSize = 250;

/** Splits a long list into chunks, so that one step of the work takes little memory and time. */
export function* inChunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += maxChunkSize) yield items.slice(at, at + maxChunkSize);
}
