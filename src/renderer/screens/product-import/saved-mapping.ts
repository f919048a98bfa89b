import { z } from 'zod';
import { currentUserId } from '../../resource/session-store.ts';
import type { SavedMapping } from './column-mapping.ts';

const memorySchema = z.record(z.string(), z.string());

const key = () => `import.product.${currentUserId()}`;

export const readColumnMemory = (): SavedMapping => {
  try {
    return memorySchema.parse(JSON.parse(localStorage.getItem(key()) ?? '{}'));
  } catch {
    return {};
  }
};

export const writeColumnMemory = (memory: SavedMapping): void => {
  try {
    localStorage.setItem(key(), JSON.stringify(memory));
  } catch {
    // If local storage is full, only the memory is lost; the import continues.
  }
};
