import { type CellObject, SSF } from 'xlsx';
import { isErrorText } from '#shared/import-numbers.ts';
import { formulaMessage, toErrorMessage, uncalculated } from './errors.ts';

/** Formats a number as entered: no binary rounding noise, no scientific notation. */
export const formatNumber = (value: number): string => {
  const exact = String(value);
  if (exact.length <= 15 && !exact.includes('e')) return exact;
  // Spreadsheet apps store and show 15 significant digits; the rest is noise.
  const text = String(Number(value.toPrecision(15)));
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', first = '', rest = '', power = '0'] = match;
  const digits = first + rest;
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
};

type FormattedNumber = { value: number; format: string; date1904: boolean };

/** The number as Excel shows it, but never in scientific notation, which leaves out digits. */
const formatShown = ({ value, format, date1904 }: FormattedNumber): string => {
  if (/^(?:General|@)?$/i.test(format)) return formatNumber(value);
  try {
    const shown = SSF.format(format, value, { date1904 }).trim();
    return /\dE[+-]?\d/i.test(shown) ? formatNumber(value) : shown;
  } catch {
    return formatNumber(value);
  }
};

/** A complete date in ISO 8601 without a time zone, because sheets have none; a time or a part of a date as shown. */
const formatDate = (cell: FormattedNumber): string => {
  const { value, format, date1904 } = cell;
  const parts = format.replace(/"[^"]*"?|\\.|\[[^\]]*\]?/g, '');
  if (!/[ye]/i.test(parts) || !/d/i.test(parts)) return formatShown(cell);
  // Round to whole seconds first, so that 23:59:59.9999 becomes the next day and not hour 24.
  const rounded = Math.round(value * 86_400) / 86_400;
  const shown = SSF.format('yyyy-mm-dd"T"hh:mm:ss', rounded, { date1904 });
  if (!/^\d{4}-/.test(shown)) return formatNumber(value);
  return rounded < 1 && !date1904 ? shown.slice(-8) : shown.replace('T00:00:00', '');
};

const errorTexts: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

export type WorkbookCell = {
  text: string;
  /** The exact value of a number cell, whose text can be rounded. */
  number?: string;
  error?: string;
};

const readNumber = (cell: FormattedNumber): WorkbookCell => {
  if (!Number.isFinite(cell.value)) return toTextCell('#NUM!');
  if (SSF.is_date(cell.format)) return { text: formatDate(cell) };
  const text = formatShown(cell);
  // A percentage is no amount.
  return text.includes('%') ? { text } : { text, number: formatNumber(cell.value) };
};

const toTextCell = (text: string): WorkbookCell =>
  isErrorText(text) ? { text, error: toErrorMessage(text) } : { text };

/** Converts a cell to text. Formulas return their stored result and are never evaluated. */
export const readCell = ({ cell, date1904 }: { cell: CellObject; date1904: boolean }): WorkbookCell => {
  const { t: type, v: value } = cell;
  if (type === 'b') return { text: value ? 'TRUE' : 'FALSE' };
  if (type === 'e') return toTextCell(errorTexts[Number(value)] ?? '#ERROR!');
  if (value === uncalculated) return { text: '', error: formulaMessage };
  if (typeof value === 'number') return readNumber({ value, format: String(cell.z ?? ''), date1904 });
  return toTextCell(typeof value === 'string' ? value : '');
};
