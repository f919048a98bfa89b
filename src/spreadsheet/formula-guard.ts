import { isErrorText } from './cell-problem.ts';

const dangerous = /^'*[=+\-@\t\r]/;
const plainNegativeNumber = /^-\d+(?:\.\d+)?$/;

const needsGuard = (text: string) =>
  (dangerous.test(text) && !plainNegativeNumber.test(text)) || isErrorText(text.replace(/^'+/, ''));

/**
 * Puts an apostrophe before text that a spreadsheet program would take for a formula or an error. Text that already
 * looks guarded gets one more, so that `unguardFormula` gives back exactly what went in.
 */
export const guardFormula = (text: string): string => (needsGuard(text) ? `'${text}` : text);

/** Takes off the apostrophe that `guardFormula`, or a person in a spreadsheet program, put before a formula. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && (dangerous.test(text) || isErrorText(text.replace(/^'+/, '')))
    ? text.slice(1)
    : text;
