import { type CellObject, SSF } from 'xlsx';
import { formulaMessage, isErrorText, toErrorMessage } from './cell-errors.ts';
import { uncalculated } from './uncalculated.ts';

/** Formats a number as entered: no binary rounding noise, no scientific notation. */
export const formatNumber = (value: number): string => {
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

const padTwo = (value: number) => String(value).padStart(2, '0');

const formatDuration = (days: number): string => {
  const seconds = Math.round(Math.abs(days) * 86_400);
  const sign = days < 0 ? '-' : '';
  return `${sign}${padTwo(Math.floor(seconds / 3600))}:${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`;
};

type DateCode = { y: number; m: number; d: number; H: number; M: number; S: number };

type FormattedNumber = { value: number; format: string; date1904: boolean };

/** ISO 8601 without a time zone, because sheets have none. */
const formatDate = ({ value, format, date1904 }: FormattedNumber): string => {
  const isDuration = /\[[hms]+\]/i.test(format);
  if (isDuration) return formatDuration(value);
  // Round to whole seconds first, so that 23:59:59.9999 becomes the next day and not hour 24.
  const rounded = Math.round(value * 86_400) / 86_400;
  const code: DateCode | null = SSF.parse_date_code(rounded, { date1904 });
  if (!code) return formatNumber(value);
  const time = `${padTwo(code.H)}:${padTwo(code.M)}:${padTwo(code.S)}`;
  if (rounded < 1 && !date1904) return time;
  const date = `${String(code.y).padStart(4, '0')}-${padTwo(code.m)}-${padTwo(code.d)}`;
  return time === '00:00:00' ? date : `${date}T${time}`;
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

const formatNumericCell = ({ value, format, date1904 }: FormattedNumber) => {
  if (!Number.isFinite(value)) return '';
  if (SSF.is_date(format)) return formatDate({ value, format, date1904 });
  // Formats such as 00000 preserve the leading zeros of article numbers.
  if (/^0{2,}$/.test(format) && Number.isInteger(value) && value >= 0) {
    return formatNumber(value).padStart(format.length, '0');
  }
  return formatNumber(value);
};

export type WorkbookCell = {
  text: string;
  /** Stored as a number, so no separator in its text has to be guessed. */
  isNumber?: boolean;
  error?: string;
};

const toTextCell = (text: string): WorkbookCell =>
  isErrorText(text) ? { text, error: toErrorMessage(text) } : { text };

/** Converts a cell to text. Formulas return their stored result and are never evaluated. */
export const readCell = ({ cell, date1904 }: { cell: CellObject; date1904: boolean }): WorkbookCell => {
  const { t: type, v: value } = cell;
  if (type === 'b') return { text: value ? 'TRUE' : 'FALSE' };
  if (type === 'e') return toTextCell(errorTexts[Number(value)] ?? '#ERROR!');
  if (value === uncalculated) return { text: '', error: formulaMessage };
  if (typeof value === 'number') {
    const text = formatNumericCell({ value, format: String(cell.z ?? ''), date1904 });
    return { text, isNumber: text !== '' && Number(text) === Number(formatNumber(value)) };
  }
  return toTextCell(typeof value === 'string' ? value : '');
};
