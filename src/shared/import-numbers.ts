import { z } from 'zod';
import { normalizeLine } from './normalize-text.ts';
import type { MoneyField, NumberField } from './resource-kit/fields.ts';

export const decimalSeparators = ['.', ','] as const;
export type DecimalSeparator = (typeof decimalSeparators)[number];

/**
 * A number as digits with a decimal point, by the decimal separator of its column: `1,250` is 1250 with a point and 1.250
 * with a comma. `proves` is the separator that the form of the number implies.
 */
type WrittenNumber = Record<DecimalSeparator, string> & { proves: DecimalSeparator | null };

const plainNumberOf = (digits: string, proves: DecimalSeparator | null): WrittenNumber => ({
  '.': digits,
  ',': digits,
  proves,
});

const isAmbiguous = (number: WrittenNumber): boolean => number['.'] !== number[','];

// Other capitals, such as 12 PCS, are units.
const currencyCodes = Intl.supportedValuesOf('currency').join('|');
const currencyWords = `${currencyCodes}|RMB|US\\$|R\\$|Rs|SFr|Fr|kr|zł|Kč|Ft|lei|TL|руб|грн|р|円|元|원|\\\\|\\p{Sc}`;
const currencyBefore = new RegExp(`^(?:${currencyWords})\\.?\\s*`, 'u');
const currencyAfter = new RegExp(`\\s*(?:${currencyWords})\\.?$`, 'u');
/** Currencies never written with a decimal comma: rupees, yen (a backslash in Shift-JIS) and yuan. */
const pointMoney = /[₹₨¥\\円元]|\bRs\b|\bINR\b|\bJPY\b|\bCNY\b|\/-/;

const otherSeparator = (separator: DecimalSeparator): DecimalSeparator => (separator === '.' ? ',' : '.');

/** Groups of three digits; with commas also Indian grouping, `1,49,000`. */
const isGrouped = (text: string, separator: DecimalSeparator) =>
  separator === ',' ? /^\d{1,3}(?:,\d{2,3})*,\d{3}$/.test(text) : /^\d{1,3}(?:\.\d{3})+$/.test(text);

const joinDigits = (whole: string, fraction: string) =>
  fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`;

const parseSpaced = (core: string): WrittenNumber | null => {
  const match = /^(\d{1,3}(?:[ ']\d{3})+)(?:([.,])(\d*))?$/.exec(core);
  if (!match) return null;
  const [, whole = '', separator, fraction = ''] = match;
  const proves = separator === '.' || separator === ',' ? separator : null;
  return plainNumberOf(joinDigits(whole.replace(/\D/g, ''), fraction), proves);
};

const parseWithBothSeparators = (core: string): WrittenNumber | null => {
  const decimal: DecimalSeparator = core.lastIndexOf('.') > core.lastIndexOf(',') ? '.' : ',';
  const [whole = '', fraction = '', ...more] = core.split(decimal);
  if (more.length > 0 || !isGrouped(whole, otherSeparator(decimal))) return null;
  return plainNumberOf(joinDigits(whole.replace(/\D/g, ''), fraction), decimal);
};

const parseWithOneSeparator = (core: string, separator: DecimalSeparator): WrittenNumber | null => {
  const [whole = '', fraction = '', ...more] = core.split(separator);
  const digits = core.replaceAll(separator, '');
  if (more.length > 0) {
    return isGrouped(core, separator) ? plainNumberOf(digits, otherSeparator(separator)) : null;
  }
  const number = plainNumberOf(joinDigits(whole, fraction), separator);
  const isUnclear = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  return isUnclear ? { ...number, [otherSeparator(separator)]: digits, proves: null } : number;
};

const parseUnsigned = (core: string): WrittenNumber | null => {
  if (!/^[., ']*\d[\d., ']*$/.test(core)) return null;
  if (/[ ']/.test(core)) return parseSpaced(core);
  const [hasPoint, hasComma] = [core.includes('.'), core.includes(',')];
  if (hasPoint && hasComma) return parseWithBothSeparators(core);
  if (hasPoint || hasComma) return parseWithOneSeparator(core, hasPoint ? '.' : ',');
  return plainNumberOf(core, null);
};

const stripSignAndCurrency = (text: string): { core: string; isNegative: boolean } => {
  let core = text;
  let isNegative = false;
  const strip = (pattern: RegExp) => {
    const before = core;
    core = core.replace(pattern, '').trim();
    return core !== before;
  };
  const inBrackets = /^\((.*)\)$/.exec(core);
  if (inBrackets?.[1] !== undefined) {
    core = inBrackets[1].trim();
    isNegative = true;
  }
  if (strip(/^-/)) isNegative = true;
  else strip(/^\+/);
  strip(currencyBefore);
  if (!isNegative && strip(/^-/)) isNegative = true;
  strip(currencyAfter);
  // `250/-`, `5.-` and `5,–` mean that there are no smaller coins.
  if (!strip(/(?:\/|[.,])[-–—]+$/) && !isNegative && strip(/-$/)) isNegative = true;
  return { core, isNegative };
};

/** Currencies have at most three Latin letters in a row. */
const word = /[a-z]{4}/i;
const plainNumber = /^\d+(?:\.\d{1,2})?$/;

const parseNumber = (text: string): WrittenNumber | null => {
  // Shortcuts for most cells: normalizing a text takes many times as long.
  if (word.test(text)) return null;
  if (plainNumber.test(text)) return plainNumberOf(text, text.includes('.') ? '.' : null);
  // Normalized, 12¹ would be 121 and ①2 would be 12.
  if (/[\p{No}\p{Nl}]/u.test(text)) return null;
  const written = normalizeLine(text.normalize('NFKC')).replace(/[’‘`]/g, "'").replaceAll('\u2212', '-');
  const { core, isNegative } = stripSignAndCurrency(written);
  const read = parseUnsigned(core);
  if (!read) return null;
  const number = isAmbiguous(read) && pointMoney.test(written) ? plainNumberOf(read['.'], '.') : read;
  return isNegative ? { ...number, '.': `-${number['.']}`, ',': `-${number[',']}` } : number;
};

/** Converts a number to digits and a decimal point. Returns `unclear` if it depends on the column's separator. */
export const parseWrittenNumber = (
  text: string,
  decimal: DecimalSeparator | null,
): { plain: string } | { unclear: [string, string] } | null => {
  const read = parseNumber(text);
  if (!read) return null;
  if (decimal !== null || !isAmbiguous(read)) return { plain: read[decimal ?? '.'] };
  return { unclear: read['.'].includes('.') ? [read[','], read['.']] : [read['.'], read[',']] };
};

export const numberCountsSchema = z.object({
  point: z.number(),
  comma: z.number(),
  /** Ambiguous cells such as `1.250` and `1,250`, by separator. */
  unclearPoint: z.number(),
  unclearComma: z.number(),
  /** Cells with more than two decimals, without the ambiguous ones. */
  long: z.number(),
});
export type NumberCounts = z.infer<typeof numberCountsSchema>;

export const noNumbers: NumberCounts = { point: 0, comma: 0, unclearPoint: 0, unclearComma: 0, long: 0 };

/** Whether digits with a decimal point have more than two decimals. */
export const isLong = (plain: string) => /\.\d{2}\d*[1-9]/.test(plain);

/** Adds a cell to the counts. A number cell of a workbook has no separator to prove anything. */
export const countNumber = (counts: NumberCounts, text: string, isNumberCell: boolean): void => {
  if (text.length > 40 || !/\d/.test(text)) return;
  const read = isNumberCell ? plainNumberOf(text, null) : parseNumber(text);
  if (!read) return;
  if (isAmbiguous(read)) counts[read['.'].includes('.') ? 'unclearPoint' : 'unclearComma'] += 1;
  else if (isLong(read['.'])) counts.long += 1;
  if (read.proves) counts[read.proves === '.' ? 'point' : 'comma'] += 1;
};

/** The decimal separator that the unambiguous cells agree on; null if there is none. */
export const provenSeparator = ({ point, comma }: NumberCounts): DecimalSeparator | null => {
  if (point > 0 && comma > 0) return null;
  if (point > 0) return '.';
  return comma > 0 ? ',' : null;
};

export const isSeparatorUnclear = (counts: NumberCounts): boolean =>
  counts.unclearPoint + counts.unclearComma > 0 && provenSeparator(counts) === null;

export const countLongDecimals = (counts: NumberCounts, decimal: DecimalSeparator | null): number => {
  const unclear = { '.': counts.unclearPoint, ',': counts.unclearComma };
  return counts.long + (decimal === null ? 0 : unclear[decimal]);
};

/** Rounds digits with a decimal point to two places, half away from zero, as spreadsheet apps show them. */
export const roundToCents = (plain: string): string => {
  const match = /^(-?)(\d+)\.(\d{2})(\d+)$/.exec(plain);
  if (!match) return plain;
  const [, sign = '', whole = '', cents = '', rest = ''] = match;
  const hundredths = BigInt(whole + cents) + (rest >= '5' ? 1n : 0n);
  const digits = hundredths.toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const errorText =
  /^(?:#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|ERROR!|NV|WERT!|BEZUG!|ZAHL!)|#{3,}|Err:\d{3})$/;

/** Whether a spreadsheet shows an error, or `####` for a number that is wider than its column. */
export const isErrorText = (text: string): boolean => errorText.test(text);

/** Excel writes a long number as 8.90123E+12, without its last digits. */
export const isShortenedNumber = (text: string): boolean => /^\d(?:[.,]\d+)?E\+\d{2}$/i.test(text);

/** Reads the text of a number field as plain digits, or says why it can't be read. */
export const readNumber = (
  field: NumberField | MoneyField,
  text: string,
  { decimal = null, hint = 'Write it with two decimals.' }: { decimal?: DecimalSeparator | null; hint?: string } = {},
): { value: string } | { error: string } => {
  const read = parseWrittenNumber(text, decimal);
  const example = field.kind === 'money' ? '149.50' : '12';
  if (!read) return { error: `${field.label} must be a number, such as ${example}` };
  if ('plain' in read) return { value: read.plain };
  const [whole, fraction] = read.unclear;
  // The separators of a whole number can only be those of thousands.
  if (field.kind === 'number' && field.isInteger) return { value: whole };
  return { error: `This can mean ${whole} or ${Number(fraction)}. ${hint}` };
};

/** Converts decimal text, with an optional exponent; null for other text and for more digits than a number keeps. */
export const parseDecimal = (text: string): number | null => {
  const digits = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.exec(text)?.[1];
  if (digits === undefined) return null;
  return digits.replace('.', '').replace(/^0+/, '').length > 15 ? null : Number(text);
};
