const guarded = /^'+[=+\-@\t\r]/;
const dangerous = /^'*[=+\-@\t\r]/;
const plainNegativeNumber = /^-\d+(?:\.\d+)?$/;

/**
 * Puts an apostrophe before text that a spreadsheet program would take for a formula. Text that already looks
 * guarded gets one more, so that `unguardFormula` gives back exactly what went in.
 */
export const guardFormula = (text: string): string =>
  dangerous.test(text) && !plainNegativeNumber.test(text) ? `'${text}` : text;

/** Takes off the apostrophe that `guardFormula`, or a person in a spreadsheet program, put before a formula. */
export const unguardFormula = (text: string): string => (guarded.test(text) ? text.slice(1) : text);
