/** The parts of the site that aren't managed in the office. Change them to your own. */
export const company = {
  name: 'Margin',
  tagline: 'Paper, ink and everything in its place',
  description: 'Notebooks, pens and desk tools made to be used every day.',
  language: 'en',
  currency: 'INR',
  locale: 'en-IN',
};

const money = new Intl.NumberFormat(company.locale, {
  style: 'currency',
  currency: company.currency,
  minimumFractionDigits: 0,
});
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export const formatPrice = (price: number): string => money.format(price);
export const formatDate = (time: string): string => dates.format(new Date(time));
export const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
