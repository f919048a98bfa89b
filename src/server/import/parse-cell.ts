import type { z } from 'zod';
import { isTruncated } from '#shared/cut-text.ts';
import { type DecimalSeparator, readNumber, roundToCents } from '#shared/import-numbers.ts';
import { splitList } from '#shared/listed-texts.ts';
import { nameKey } from '#shared/normalize-text.ts';
import {
  type Field,
  isFileField,
  isNumericField,
  type MoneyField,
  type NumberField,
  type Status,
} from '#shared/resource-kit/fields.ts';
import { statusLabels } from '#shared/resource-kit/labels.ts';

import { inputSchema } from '#shared/resource-kit/values.ts';

const webAddress = /^(?:https?:)?\/\//i;

/** True if a cell contains a web address instead of the name of a stored file. */
export const isUrl = (text: string): boolean => webAddress.test(text);

const remoteFileWarning = 'Files can’t be imported from web addresses. These cells were skipped.';

export const truncatedNotice = 'Shortened by the export. These cells were skipped. Export as CSV for the full text.';

const yes = ['true', 'yes', 'y', '1', 'x'];
const no = ['false', 'no', 'n', '0', '-'];

const activeWords = /^(?:active|true|yes|y|x|1|enabled|publish(?:ed)?|live|online|visible|unlisted)$/i;
const inactiveWords =
  /^(?:inactive|false|no|n|0|-1|disabled|draft|archived|unpublished|private|pending|hidden|offline)$/i;

/** Reads what other programs call a status; null if the text is none. */
export const readStatus = (text: string): Status | null => {
  if (activeWords.test(text)) return 'ACTIVE';
  return inactiveWords.test(text) ? 'INACTIVE' : null;
};

const parseBoolean = (text: string): unknown => {
  const plain = text.toLowerCase();
  if (yes.includes(plain)) return true;
  return no.includes(plain) ? false : text;
};

const findOptionValue = (field: Extract<Field, { kind: 'choice' | 'choices' }>, text: string) =>
  field.options.find(({ label }) => nameKey(label) === nameKey(text))?.value ?? text;

const toInputValue = (field: Field, text: string): unknown => {
  if (field.kind === 'boolean') return parseBoolean(text);
  if (field.kind === 'choice') return findOptionValue(field, text);
  if (field.kind === 'choices') return splitList(text).map((part) => findOptionValue(field, part));
  return text;
};

const schemas = new WeakMap<Field, z.ZodType>();

/** Cached, because creating a schema takes longer than parsing a cell with it. */
const getSchema = (field: Field): z.ZodType => {
  const schema = schemas.get(field) ?? inputSchema(field);
  schemas.set(field, schema);
  return schema;
};

/** A notice without a value says why the cell is skipped. */
export type ParsedCell = { value: unknown; notice?: string } | { error: string } | { notice: string };

export type NumberFormat = {
  /** Null if the cells don't determine it. */
  decimal: DecimalSeparator | null;
  /** Amounts with more than two decimals are rounded. */
  isRounded: boolean;
};

export const defaultFormat: NumberFormat = { decimal: null, isRounded: false };

const separatorHint = 'Choose the decimal separator of this column.';

const readCell = (field: NumberField | MoneyField, text: string, format: NumberFormat) => {
  const read = readNumber(field, text, { decimal: format.decimal, hint: separatorHint });
  const isRounded = 'value' in read && format.isRounded && field.kind === 'money';
  return isRounded ? { value: roundToCents(read.value) } : read;
};

export const parseCell = (field: Field, text: string, format = defaultFormat): ParsedCell => {
  if (isFileField(field) && isUrl(text)) return { notice: remoteFileWarning };
  if (isTruncated(text)) return { notice: truncatedNotice };
  const status = field.kind === 'status' ? readStatus(text) : null;
  if (status) {
    const label = statusLabels[status];
    const isLabel = text.toLowerCase() === label.toLowerCase();
    return { value: status, ...(!isLabel && { notice: `“${text}” was read as ${label}` }) };
  }
  const read = isNumericField(field) ? readCell(field, text, format) : { value: toInputValue(field, text) };
  if ('error' in read) return read;
  const parsed = getSchema(field).safeParse(read.value);
  if (parsed.success) return { value: parsed.data };
  return { error: parsed.error.issues[0]?.message ?? `${field.label} isn’t valid` };
};
