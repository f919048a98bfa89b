import type { z } from 'zod';
import { isCutText } from '#shared/cut-text.ts';
import { type DecimalSeparator, plainNumberOf, roundedToCents } from '#shared/import-numbers.ts';
import { listIn } from '#shared/listed-texts.ts';
import type { Field, FieldKind } from '#shared/resource/fields.ts';
import { isFileField } from '#shared/resource/fields.ts';
import { inputSchema } from '#shared/resource/values.ts';
import { paragraphsOf } from '#shared/rich-text.ts';

const address = /^(?:https?:)?\/\//i;

/** True if a cell contains a web address instead of the name of a stored file. */
export const isUrl = (text: string): boolean => address.test(text);

const remoteFileWarning = 'Files can’t be imported from web addresses. These cells were skipped.';

export const cutNotice =
  'Shortened by the export. These cells were skipped. Export as CSV for the full text.';

const yes = ['true', 'yes', 'y', '1', 'x'];
const no = ['false', 'no', 'n', '0', '-'];

const boolean = (text: string): unknown => {
  const plain = text.toLowerCase();
  if (yes.includes(plain)) return true;
  return no.includes(plain) ? false : text;
};

const optionOf = (field: Extract<Field, { kind: 'choice' | 'choices' }>, text: string) =>
  field.options.find(({ label }) => label.toLowerCase() === text.toLowerCase())?.value ?? text;

const toSend = (field: Field, text: string): unknown => {
  const senders: Partial<Record<FieldKind, () => unknown>> = {
    boolean: () => boolean(text),
    richText: () => paragraphsOf(text),
  };
  if (field.kind === 'choice') return optionOf(field, text);
  if (field.kind === 'choices') return listIn(text).map((part) => optionOf(field, part));
  return senders[field.kind]?.() ?? text;
};

const schemas = new WeakMap<Field, z.ZodType>();

/** Cached, because creating a schema takes longer than parsing a cell with it. */
const schemaOf = (field: Field): z.ZodType => {
  const schema = schemas.get(field) ?? inputSchema(field);
  schemas.set(field, schema);
  return schema;
};

export type ParsedCell = { value: unknown } | { problem: string } | { notice: string };

export type NumberReading = {
  /** Null if the cells don't determine it. */
  decimal: DecimalSeparator | null;
  /** Amounts with more than two decimals are rounded. */
  isRounded: boolean;
};

/** Number format of a cell: a number cell of a workbook needs no separator. */
export type CellReading = NumberReading & { isNumber: boolean };

export const defaultReading: CellReading = { decimal: null, isRounded: false, isNumber: false };

const isNumeric = ({ kind }: Field) => kind === 'number' || kind === 'money';

const numberIn = (
  field: Field,
  text: string,
  reading: CellReading,
): { plain: string } | { problem: string } => {
  const read = reading.isNumber ? { plain: text } : plainNumberOf(text, reading.decimal);
  const example = field.kind === 'money' ? '149.50' : '12';
  if (!read) return { problem: `${field.label} must be a number, such as ${example}` };
  if ('unclear' in read) {
    const [whole, fraction] = read.unclear;
    return {
      problem: `“${text}” can mean ${whole} or ${fraction}. Choose the decimal separator of this column.`,
    };
  }
  return { plain: reading.isRounded && field.kind === 'money' ? roundedToCents(read.plain) : read.plain };
};

export const parseCell = (field: Field, text: string, reading = defaultReading): ParsedCell => {
  if (isFileField(field) && isUrl(text)) return { notice: remoteFileWarning };
  if (isCutText(text)) return { notice: cutNotice };
  const number = isNumeric(field) ? numberIn(field, text, reading) : null;
  if (number && 'problem' in number) return number;
  const parsed = schemaOf(field).safeParse(number ? number.plain : toSend(field, text));
  if (parsed.success) return { value: parsed.data };
  return { problem: parsed.error.issues[0]?.message ?? `${field.label} isn’t valid` };
};
