import { create } from 'zustand';
import { getTimeZone } from '#shared/local-day.ts';
import { type Currency, defaultCurrency, isCurrency, localeOf } from '#shared/office.ts';
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

const units = ['B', 'KB', 'MB', 'GB'];

export const formatBytes = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`;
};

/** File name and size, such as "autumn.pdf · 1.2 MB". */
export const formatFile = ({ name, size }: { name: string | null; size: number }): string =>
  [name, formatBytes(size)].filter(Boolean).join(' · ');

const currencyKey = 'currency';

const createMoneyFormats = (currency: Currency) => {
  const locale = localeOf(currency);
  const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const full = new Intl.NumberFormat(locale, { ...style, ...options });
  return {
    currency,
    full,
    plain: new Intl.NumberFormat(locale, options),
    symbol: full.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency,
  };
};

/** Formats of prices in the office's currency, which the server names. Until then, it is the last one. */
export const useMoney = create(() => createMoneyFormats(defaultCurrency));

export const setCurrency = (currency: unknown): void => {
  if (!isCurrency(currency) || currency === useMoney.getState().currency) return;
  useMoney.setState(createMoneyFormats(currency));
  storeItem(currencyKey, currency);
};

setCurrency(readStoredItem(currencyKey));

/** A price without its currency, where the header names it; '' for none. */
export const formatAmount = (amount: number | null): string =>
  amount === null ? '' : useMoney.getState().plain.format(amount);

/** Such as ₹1,23,456.00; '' for none. */
export const formatMoney = (amount: number | null): string =>
  amount === null || amount === undefined ? '' : useMoney.getState().full.format(amount);

export const joinChoices = (choices: unknown): string => (Array.isArray(choices) ? choices.join(', ') : '');

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const isValidDate = (isoDate: string): boolean => !Number.isNaN(Date.parse(isoDate));

/** Day as DD MMM YYYY; '' for none. Invalid dates of other servers are returned unchanged. */
export const formatDate = (isoDate: string | null | undefined): string => {
  if (!isoDate) return '';
  if (!isValidDate(isoDate)) return isoDate;
  const [year, month, day] = new Date(isoDate).toISOString().slice(0, 10).split('-');
  return `${day} ${months[Number(month) - 1]} ${year}`;
};

/** The office's day as YYYY-MM-DD. */
export const toIsoDay = (date: Date): string => useTimeZone.getState().day.format(date);

const formatTime = (isoDate: string): string => useTimeZone.getState().time.format(new Date(isoDate));

/** The office's day of a timestamp as DD MMM YYYY. */
export const formatLocalDay = (isoDate: string): string => formatDate(toIsoDay(new Date(isoDate)));

/** The office's time of a timestamp as DD MMM YYYY, hh:mm; '' for none. */
export const formatDateTime = (isoDate: string | null | undefined): string => {
  if (!isoDate) return '';
  if (!isValidDate(isoDate)) return isoDate;
  return `${formatLocalDay(isoDate)}, ${formatTime(isoDate)}`;
};

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Such as "5 minutes ago", up to a week; then the day. */
export const formatRelativeTime = (isoDate: string): string => {
  // Clocks of other computers may be ahead.
  const passed = Math.max(Date.now() - Date.parse(isoDate), 0);
  if (passed < minute) return 'just now';
  if (passed < hour) return relativeFormat.format(-Math.floor(passed / minute), 'minute');
  if (passed < day) return relativeFormat.format(-Math.floor(passed / hour), 'hour');
  if (passed < 7 * day) return relativeFormat.format(-Math.floor(passed / day), 'day');
  return formatLocalDay(isoDate);
};

/** The office's time of a timestamp of the current day, otherwise its day. */
export const formatTimeOrDay = (isoDate: string): string =>
  formatLocalDay(isoDate) === formatLocalDay(new Date().toISOString()) ? formatTime(isoDate) : formatLocalDay(isoDate);

const dayMs = 24 * 60 * 60 * 1000;

/** Days until then, rounded up. */
export const getDaysLeft = (expiresAt: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / dayMs));
