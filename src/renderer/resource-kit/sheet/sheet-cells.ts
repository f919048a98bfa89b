import type { SelectOption } from '#shared/api.ts';
import { nameKey } from '#shared/name-key.ts';
import { normalizeLine } from '#shared/normalize-text.ts';
import { findOption } from '#shared/options.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import type { MoneyField } from '#shared/resource-kit/fields.ts';
import { displayNameOf, type Field, type FieldKind, isReferenceField } from '#shared/resource-kit/fields.ts';
import { formatYesNo, statusOptions } from '#shared/resource-kit/labels.ts';
import { applyPriceFormula, normalizePriceFormula, parsePriceFormula } from '#shared/resource-kit/price-formula.ts';
import { readNumber } from '#shared/resource-kit/read-number.ts';
import { inputSchema } from '#shared/resource-kit/values.ts';
import { formatDate, joinChoices } from '../../ui/format.ts';
import { parseDay, validateDay } from '../../ui/parse-day.ts';

/** Kinds of fields whose values can be typed into a cell. */
const editableKinds: readonly FieldKind[] = [
  ...(['text', 'number', 'money', 'boolean', 'date', 'status', 'choice', 'reference'] as const),
];

export const isEditable = ({ kind }: Field): boolean => editableKinds.includes(kind);

const booleanOptions: readonly SelectOption[] = [true, false].map((value) => ({
  value: String(value),
  label: formatYesNo(value),
}));

/** The options of a field with fixed values; undefined for any other field. */
export const getFixedOptions = (field: Field): readonly SelectOption[] | undefined => {
  if (field.kind === 'status') return statusOptions;
  if (field.kind === 'boolean') return booleanOptions;
  return field.kind === 'choice' ? field.options : undefined;
};

/** The text of a cell, as it is edited and copied. */
export const getCellText = (field: Field, name: string, record: AnyRecord): string => {
  const value = record[name];
  if (isReferenceField(field)) return String(record[displayNameOf(name)] ?? '');
  const option = getFixedOptions(field)?.find((each) => each.value === String(value));
  if (option) return option.label;
  if (field.kind === 'money') return typeof value === 'number' ? value.toFixed(2) : '';
  if (field.kind === 'date') return formatDate(value as string | null);
  if (field.kind === 'choices') return joinChoices(value);
  return field.kind === 'text' || field.kind === 'number' ? String(value ?? '') : '';
};

const isSameText = (one: string, other: string) => nameKey(one) === nameKey(other);

type ParsedValue = { value: unknown; label?: string | null } | { error: string };

/** An amount, or a change of the current one in percent: `-5` is more likely a wrong amount than a change. */
const toAmount = (field: MoneyField, text: string, current: unknown): ParsedValue => {
  if (!/^[=+]|%$/.test(text.trim())) return readNumber(field, text);
  const formula = parsePriceFormula(normalizePriceFormula(text));
  if (!formula || formula.kind === 'add') return { error: 'Enter an amount such as 9.90 or a change such as +10%' };
  if (typeof current !== 'number' && formula.kind !== 'set') return { error: 'There’s no amount to change' };
  const result = applyPriceFormula(formula, typeof current === 'number' ? current : null);
  return 'error' in result ? result : { value: result.price };
};

const toValue = (
  field: Field,
  { text, current, options }: { text: string; current: unknown; options: readonly SelectOption[] },
): ParsedValue => {
  if (field.kind === 'text') return { value: field.isMultiline ? text.trim() : normalizeLine(text) };
  if (text.trim() === '') return { value: null, label: null };
  if (field.kind === 'number') return readNumber(field, text);
  if (field.kind === 'money') return toAmount(field, text, current);
  if (field.kind === 'date') {
    const value = parseDay(text);
    const error = validateDay(value);
    return error === null ? { value } : { error };
  }
  const named = findOption(options, text);
  const option = 'error' in named ? options.find(({ value }) => isSameText(value, text)) : named;
  if (!option) return named;
  return field.kind === 'boolean' ? { value: option.value === 'true' } : option;
};

export type ParsedCell = Record<string, unknown> | { error: string };

/** Parses the text of a cell, or the chosen option, into the changed values, or returns why it is invalid. */
export const parseCell = (
  field: Field,
  name: string,
  {
    text,
    current,
    chosen,
    options = [],
  }: { text: string; current?: unknown; chosen?: string; options?: readonly SelectOption[] },
): ParsedCell => {
  const all = getFixedOptions(field) ?? options;
  const option = all.find(({ value }) => value === chosen);
  const parsed =
    option && isReferenceField(field) ? option : toValue(field, { text: option?.label ?? text, current, options: all });
  if ('error' in parsed) return { error: String(parsed.error) };
  const { data, error } = inputSchema(field).safeParse(parsed.value);
  if (error) return { error: error.issues[0]?.message ?? 'This value isn’t valid' };
  return { [name]: data, ...(isReferenceField(field) && { [displayNameOf(name)]: parsed.label ?? null }) };
};

/** Parses an empty cell; null if the field can't be empty. */
export const getEmptyCell = (field: Field, name: string): Record<string, unknown> | null => {
  const parsed = parseCell(field, name, { text: '' });
  return 'error' in parsed ? null : parsed;
};
