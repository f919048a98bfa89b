import { open } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';

const batchSize = 250;

/** Keeps the parsed drafts of an import in a file: those of a large one would take hundreds of megabytes. */
export const openDraftSpool = async <Draft>(path: string) => {
  const file = await open(path, 'wx+');
  const stored: { position: number; length: number }[] = [];
  let pending: Draft[] = [];
  let count = 0;
  let end = 0;
  const store = async () => {
    const bytes = serialize(pending);
    pending = [];
    await file.write(bytes, 0, bytes.length, end);
    stored.push({ position: end, length: bytes.length });
    end += bytes.length;
  };
  return {
    count: () => count,
    add: async (draft: Draft): Promise<void> => {
      pending.push(draft);
      count += 1;
      if (pending.length === batchSize) await store();
    },
    /** Reads the drafts in the order in which they were added, in batches. */
    batches: async function* (): AsyncGenerator<Draft[]> {
      for (const { position, length } of stored) {
        const { buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
        yield deserialize(buffer) as Draft[];
      }
      if (pending.length > 0) yield pending;
    },
    close: () => file.close(),
  };
};
