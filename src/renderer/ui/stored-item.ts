import type { ZodMiniType } from 'zod/mini';

type StorageName = 'localStorage' | 'sessionStorage';

/** A stored text; null if there is none or storage is blocked. */
export const readStoredItem = (key: string, storage: StorageName = 'localStorage'): string | null => {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
};

/** Stores a text that the app can do without, as storage may be full or blocked. Null removes it. */
export const storeItem = (key: string, text: string | null, storage: StorageName = 'localStorage'): void => {
  try {
    if (text === null) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
  } catch (error) {
    console.warn(`“${key}” couldn’t be stored`, error);
  }
};

/** Parses a stored text; undefined if there is none or another version of the app wrote it. */
export const parseStored = <Content>(schema: ZodMiniType<Content>, text: string | null | undefined) => {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
};
