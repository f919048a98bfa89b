const units = ['B', 'KB', 'MB', 'GB'];

export const formatBytes = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`;
};

/** File name and size, such as "autumn.pdf · 1.2 MB". */
export const formatFile = ({ name, size }: { name: string | null; size: number }): string =>
  [name, formatBytes(size)].filter(Boolean).join(' · ');

export const formatMoney = (amount: number | null): string =>
  amount?.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }) ?? '';

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

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Local day of a timestamp as DD MMM YYYY. */
export const formatLocalDay = (isoDate: string): string => {
  const date = new Date(isoDate);
  return formatDate(new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString());
};

/** Local time of a timestamp as DD MMM YYYY, hh:mm; '' for none. */
export const formatDateTime = (isoDate: string | null | undefined): string => {
  if (!isoDate) return '';
  if (!isValidDate(isoDate)) return isoDate;
  return `${formatLocalDay(isoDate)}, ${timeFormat.format(new Date(isoDate))}`;
};

/** Local time of a timestamp of the current day, otherwise its day. */
export const formatTimeOrDay = (isoDate: string): string =>
  formatLocalDay(isoDate) === formatLocalDay(new Date().toISOString())
    ? timeFormat.format(new Date(isoDate))
    : formatLocalDay(isoDate);
