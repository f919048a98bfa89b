import { create } from 'zustand';
import { getTimeZone } from '#shared/local-day.ts';

const createFormats = (timeZone: string) => ({
  timeZone,
  /** YYYY-MM-DD, which is Sweden's date format. */
  day: new Intl.DateTimeFormat('sv', { timeZone }),
  time: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }),
});

/** Formats in the office's time zone, which the server names. Until then, it is that of this computer. */
export const useTimeZone = create(() => createFormats(getTimeZone()));

export const setTimeZone = (timeZone: string): void => {
  if (timeZone === useTimeZone.getState().timeZone) return;
  try {
    useTimeZone.setState(createFormats(timeZone));
  } catch {
    // A zone that this browser doesn't know.
  }
};
