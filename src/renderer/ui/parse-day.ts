import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';

dayjs.extend(customParseFormat);

const acceptedFormats = [
  ...['DD MMM YYYY', 'D MMM YYYY', 'DD MMMM YYYY', 'D MMMM YYYY', 'YYYY-MM-DD'],
  ...['DD.MM.YYYY', 'DD/MM/YYYY', 'DD-MM-YYYY', 'D.M.YYYY', 'D/M/YYYY', 'D-M-YYYY'],
];

/** Day of a stored date as `YYYY-MM-DD`; null if invalid. */
export const getDay = (value: unknown): string | null => {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(String(value ?? ''))?.[1] ?? '';
  return dayjs(day, 'YYYY-MM-DD', true).isValid() ? day : null;
};

/** Parses a typed day to `YYYY-MM-DD`; returns any other text unchanged. */
export const parseDay = (text: string): string | null => {
  if (text.trim() === '') return null;
  const capitalized = text.trim().replace(/\p{L}+/u, ([first = '', ...rest]) => {
    return first.toUpperCase() + rest.join('').toLowerCase();
  });
  const day = dayjs(capitalized, acceptedFormats, true);
  return day.isValid() ? day.format('YYYY-MM-DD') : text;
};

/** Error message for an invalid date; null for a valid or empty value. */
export const validateDay = (value: unknown): string | null =>
  value === null || value === undefined || value === '' || getDay(value) !== null
    ? null
    : `“${String(value).slice(0, 50)}” isn’t a date. Enter it like 24 Dec 2026.`;
