import { z } from 'zod';

/** Currencies with two decimals, as prices have. */
export const currencies = {
  INR: 'Indian rupee',
  AED: 'UAE dirham',
  AUD: 'Australian dollar',
  BDT: 'Bangladeshi taka',
  CAD: 'Canadian dollar',
  CHF: 'Swiss franc',
  CNY: 'Chinese yuan',
  EUR: 'Euro',
  GBP: 'British pound',
  LKR: 'Sri Lankan rupee',
  NPR: 'Nepalese rupee',
  SGD: 'Singapore dollar',
  USD: 'US dollar',
  ZAR: 'South African rand',
} as const;

export type Currency = keyof typeof currencies;

export const defaultCurrency: Currency = 'INR';

export const isCurrency = (code: unknown): code is Currency => typeof code === 'string' && code in currencies;

/** Settings that an ADMIN makes for everyone (`PATCH /office`). */
export const officeSchema = z
  .strictObject({
    currency: z
      .enum(Object.keys(currencies) as [Currency, ...Currency[]])
      .meta({ description: 'Currency of all prices', example: defaultCurrency }),
  })
  .meta({ description: 'Settings for everyone' });

/** Grouping of digits in amounts: Indian for rupees, otherwise international. */
export const localeOf = (currency: Currency): string =>
  ['INR', 'BDT', 'LKR', 'NPR'].includes(currency) ? 'en-IN' : 'en';
