import { isErrorText } from '#shared/import-numbers.ts';

const dangerous = /^'*[=+\-@\t\r]/;
const plainNegativeNumber = /^-\d+(?:\.\d+)?$/;

const isRisky = (text: string) => dangerous.test(text) || isErrorText(text.replace(/^'+/, ''));

/**
 * Puts an apostrophe before text that a spreadsheet app would take for a formula or an error. Text that already looks
 * guarded gets another one, so that `unescapeFormula` returns the original.
 */
export const escapeFormula = (text: string): string =>
  isRisky(text) && !plainNegativeNumber.test(text) ? `'${text}` : text;

/** Removes the apostrophe that `escapeFormula` or a user put before a formula. */
export const unescapeFormula = (text: string): string => (text.startsWith("'") && isRisky(text) ? text.slice(1) : text);

/**
 * Guards a text cell of a workbook, in which nothing is evaluated: only an error, and text that `unescapeFormula` would
 * shorten, get an apostrophe.
 */
export const escapeTextCell = (text: string): string =>
  isErrorText(text) || unescapeFormula(text) !== text ? `'${text}` : text;
