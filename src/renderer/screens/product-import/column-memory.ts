import { z } from 'zod';
import { currentUserId } from '../../resource/session-store.ts';
import type { ColumnMemory } from './column-mapping.ts';

const memorySchema = z.record(z.string(), z.string());

const key = () => `import.product.${currentUserId()}`;

/** What this person said of columns before, on this machine. */
export const readColumnMemory = (): ColumnMemory => {
  try {
    return memorySchema.parse(JSON.parse(localStorage.getItem(key()) ?? '{}'));
  } catch {
    return {};
  }
};

/** Keeps what this person said of columns. */
export const writeColumnMemory = (memory: ColumnMemory): void => {
  try {
    localStorage.setItem(key(), JSON.stringify(memory));
  } catch {
    // A full store costs the memory, not the import.
  }
};
