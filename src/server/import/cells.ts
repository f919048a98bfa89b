import type { z } from 'zod';
import type { Field, FieldKind } from '#shared/resource/fields.ts';
import { isFileField } from '#shared/resource/fields.ts';
import { plainNumber } from '#shared/resource/plain-number.ts';
import { valueSchema } from '#shared/resource/values.ts';

const address = /^(?:https?:)?\/\//i;

/** Whether a cell names a file somewhere else, which no import fetches. */
export const isAddress = (text: string): boolean => address.test(text);

/** What is said of a file by address. */
export const addressNotice = 'Files by address are not fetched. These cells were passed over';

const yes = ['true', 'yes', 'y', '1', 'x'];
const no = ['false', 'no', 'n', '0', '-'];

const boolean = (text: string): unknown => {
  const plain = text.toLowerCase();
  if (yes.includes(plain)) return true;
  return no.includes(plain) ? false : text;
};

/** Lines of plain text as paragraphs; what holds a tag is formatted already. */
export const formatted = (text: string): string => {
  if (/<\/?[a-z][^>]*>/i.test(text) || !/[\n<>]/.test(text)) return text;
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
    .join('');
};

/** A cell that lists something: by lines, else by semicolons or bars. */
export const listIn = (text: string): string[] =>
  text
    .split(/\r?\n/.test(text) ? /\r?\n/ : /[;|]/)
    .map((part) => part.trim())
    .filter(Boolean);

const optionOf = (field: Extract<Field, { kind: 'choice' | 'choices' }>, text: string) =>
  field.options.find(({ label }) => label.toLowerCase() === text.toLowerCase())?.value ?? text;

const toSend = (field: Field, text: string): unknown => {
  const senders: Partial<Record<FieldKind, () => unknown>> = {
    number: () => plainNumber(text),
    money: () => plainNumber(text),
    boolean: () => boolean(text),
    richText: () => formatted(text),
  };
  if (field.kind === 'choice') return optionOf(field, text);
  if (field.kind === 'choices') return listIn(text).map((part) => optionOf(field, part));
  return senders[field.kind]?.() ?? text;
};

const schemas = new WeakMap<Field, z.ZodType>();

/** A schema is made once for a field: making it takes longer than parsing a cell with it. */
const schemaOf = (field: Field): z.ZodType => {
  const schema = schemas.get(field) ?? valueSchema(field);
  schemas.set(field, schema);
  return schema;
};

export type CellValue = { value: unknown } | { problem: string } | { notice: string };

/** The value of a field that a cell's text means. */
export const valueInCell = (field: Field, text: string): CellValue => {
  if (isFileField(field) && isAddress(text)) return { notice: addressNotice };
  const parsed = schemaOf(field).safeParse(toSend(field, text));
  if (parsed.success) return { value: parsed.data };
  return { problem: parsed.error.issues[0]?.message ?? `${field.label} cannot be read` };
};
