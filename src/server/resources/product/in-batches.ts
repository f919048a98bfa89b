import { maxPageSize } from '#shared/resource-kit/list-fields.ts';

/** Groups items into batches of the maximum page size. */
export async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < maxPageSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
