import { normalizeLine } from '../normalize-text.ts';

/**
 * Converts an amount with a currency, thousands separators or a decimal comma to plain decimal text. A leading sign and
 * a percent sign stay.
 */
export const normalizeNumber = (text: string): string => {
  const digits = normalizeLine(text)
    .replace(/[\p{Sc}\s']/gu, '')
    .replace(/^[A-Z]{3}|[A-Z]{3}$/g, '');
  if (/^[=+-]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?%?$/.test(digits)) return digits.replaceAll(',', '');
  if (/^[=+-]?\d{1,3}(?:\.\d{3})+,\d+%?$/.test(digits)) return digits.replaceAll('.', '').replace(',', '.');
  return /^[=+-]?\d+,\d{1,2}%?$/.test(digits) ? digits.replace(',', '.') : digits;
};

/** Whether a text is a decimal number with an optional sign and exponent; excludes forms such as 0x10. */
export const isDecimal = (text: string): boolean =>
  /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
