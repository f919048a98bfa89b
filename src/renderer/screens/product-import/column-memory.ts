import { z } from 'zod';
import type { ColumnMemory } from './column-mapping.ts';

const memorySchema = z.record(z.string(), z.string());

const keyOf = (userId: string) => `import.product.${userId}`;

/** What this person said of columns before, on this machine. */
export const readColumnMemory = (userId: string): ColumnMemory => {
  try {
    return memorySchema.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}'));
  } catch {
    return {};
  }
};

/** Keeps what this person said of columns. */
export const writeColumnMemory = (userId: string, memory: ColumnMemory): void => {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(memory));
  } catch {
    // A full store costs the memory, not the import.
  }
};
