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
