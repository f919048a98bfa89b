const units = ['B', 'KB', 'MB', 'GB'];

/** A size for people, such as 1.4 MB. */
export const formatBytes = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`;
};

/** An amount with its two places; '' for none. */
export const formatAmount = (amount: number | null): string =>
  amount?.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }) ?? '';

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day as DD MMM YYYY; '' for none. */
export const formatDay = (isoDate: string | null): string => {
  if (!isoDate) return '';
  const parts = Object.fromEntries(
    dayFormat
      .formatToParts(new Date(isoDate))
      .map(({ type, value }) => [type, value.slice(0, type === 'month' ? 3 : 4)]),
  );
  return `${parts.day} ${parts.month} ${parts.year}`;
};

const momentFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** A moment as DD MMM YYYY, hh:mm in this computer's time. */
export const formatMoment = (isoDate: string): string => {
  const moment = new Date(isoDate);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return `${formatDay(local.toISOString())}, ${momentFormat.format(moment)}`;
};
