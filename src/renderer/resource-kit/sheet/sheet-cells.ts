import type { SelectOption } from '#shared/api.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, type Field, isReferenceField, isTextual } from '#shared/resource-kit/fields.ts';
import { inputSchema } from '#shared/resource-kit/values.ts';
import { getKind } from '../kinds/index.ts';
import { getEditing } from '../kinds/inputs.tsx';

/** Whether the value of a field can be typed into a cell. */
export const isEditable = (field: Field): boolean => getEditing(field).parse !== undefined && !getKind(field).isDerived;

/** The text of a cell, as it is edited and copied. */
export const getCellText = (field: Field, name: string, record: AnyRecord): string => {
  const { toText, format, getPart } = getKind(field);
  if (getPart?.(field) === 'media') return '';
  return toText ? toText(record[name]) : format({ field, name, record });
};

export type ParsedCell = Record<string, unknown> | { error: string };

/** Parses the text of a cell, or the chosen option, into the changed values, or returns why it is invalid. */
export const parseCell = (
  field: Field,
  name: string,
  cell: { text: string; current?: unknown; chosen?: string | undefined; options?: readonly SelectOption[] },
): ParsedCell => {
  const { text, current, chosen } = cell;
  const options = getKind(field).getOptions?.(field) ?? cell.options ?? [];
  const option = options.find(({ value }) => value === chosen);
  const isReference = isReferenceField(field);
  const parse = () => {
    if (option && isReference) return option;
    if (text.trim() === '' && !isTextual(field)) return { value: null, label: null };
    return getEditing(field).parse?.(field, { text: option?.label ?? text, current, options }) ?? { value: text };
  };
  const parsed = parse();
  if ('error' in parsed) return { error: String(parsed.error) };
  const { data, error } = inputSchema(field).safeParse(parsed.value);
  if (error) return { error: error.issues[0]?.message ?? 'This value isn’t valid' };
  return { [name]: data, ...(isReference && { [displayNameOf(name)]: parsed.label ?? null }) };
};

/** Parses an empty cell; null if the field can't be empty. */
export const getEmptyCell = (field: Field, name: string): Record<string, unknown> | null => {
  const parsed = parseCell(field, name, { text: '' });
  return 'error' in parsed ? null : parsed;
};
