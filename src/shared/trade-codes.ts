const gtinLengths = [8, 12, 13, 14];

/** Returns the check digit for the digits before it (GS1 General Specifications, 7.9). */
const checkDigitOf = (digits: string): number => {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
};

const isGtin = (text: string): boolean =>
  /^\d+$/.test(text) && gtinLengths.includes(text.length) && checkDigitOf(text.slice(0, -1)) === Number(text.at(-1));

/** Returns why a text is no GTIN (EAN-8, UPC-A, EAN-13 or GTIN-14); undefined if it is one, or empty. */
export const findGtinProblem = (text: string): string | undefined => {
  if (text === '' || isGtin(text)) return undefined;
  if (!/^\d+$/.test(text)) return 'A GTIN has digits only';
  if (gtinLengths.includes(text.length)) {
    return `The last digit of this GTIN is wrong: it would be ${checkDigitOf(text.slice(0, -1))} after ${text.slice(0, -1)}`;
  }
  // Spreadsheets take a code for a number, and a number has no zeros before it.
  const padded = gtinLengths.map((length) => text.padStart(length, '0')).find(isGtin);
  return padded
    ? `A GTIN has 8, 12, 13 or 14 digits. If a spreadsheet removed the zeros before it, enter ${padded}`
    : 'A GTIN has 8, 12, 13 or 14 digits';
};

/** Returns why a text is no HSN code of the Indian goods and services tax; undefined if it is one, or empty. */
export const findHsnProblem = (text: string): string | undefined =>
  text === '' || /^(\d{2}){1,4}$/.test(text) ? undefined : 'An HSN code has 2, 4, 6 or 8 digits';
