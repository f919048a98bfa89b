import { create } from 'zustand';
import { getTimeZone } from '#shared/local-day.ts';
import { readStoredItem, storeItem } from './stored-item.ts';

const key = 'timeZone';

const createFormats = (timeZone: string) => ({
  timeZone,
  /** YYYY-MM-DD, which is Sweden's date format. */
  day: new Intl.DateTimeFormat('sv', { timeZone }),
  time: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }),
});

/** Formats in the office's time zone, which the server names. Until then, it is the last one, or that of this computer. */
export const useTimeZone = create(() => createFormats(getTimeZone()));

export const setTimeZone = (timeZone: string): void => {
  if (timeZone === useTimeZone.getState().timeZone) return;
  try {
    useTimeZone.setState(createFormats(timeZone));
    storeItem(key, timeZone);
  } catch {
    // A zone that this browser doesn't know.
  }
};

setTimeZone(readStoredItem(key) ?? getTimeZone());
