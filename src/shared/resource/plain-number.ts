/**
 * An amount as people write it, as a plain one: with a currency, with separators of thousands, with a decimal comma. A
 * sign before it and a percent sign after it stay.
 */
export const plainNumber = (text: string): string => {
  const bare = text.replace(/[\p{Sc}\s\u00a0']/gu, '').replace(/^[A-Z]{3}|[A-Z]{3}$/g, '');
  if (/^[=+-]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?%?$/.test(bare)) return bare.replaceAll(',', '');
  if (/^[=+-]?\d{1,3}(?:\.\d{3})+,\d+%?$/.test(bare)) return bare.replaceAll('.', '').replace(',', '.');
  return /^[=+-]?\d+,\d{1,2}%?$/.test(bare) ? bare.replace(',', '.') : bare;
};

/** Whether a text is a plain number, as JavaScript reads it: digits, a point, a sign, an exponent. */
export const isDecimal = (text: string): boolean => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
